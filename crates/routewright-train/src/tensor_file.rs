//! Lists of numbers in one file, with a text beside them: the safetensors format.

use serde_json::{Map, Value, json};

/// Where the text is kept.
const METADATA: &str = "__metadata__";

/// Numbers by name, and a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TensorFile {
    pub(crate) text: String,
    pub(crate) tensors: Vec<(&'static str, Vec<f32>)>,
}

impl TensorFile {
    /// As a file holds it: the length of a header, the header as JSON, the numbers.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut header = Map::new();
        header.insert(METADATA.into(), json!({ "state": self.text }));
        let mut start = 0;
        for (name, numbers) in &self.tensors {
            let end = start + 4 * numbers.len();
            let entry = json!({ "dtype": "F32", "shape": [numbers.len()], "data_offsets": [start, end] });
            header.insert((*name).into(), entry);
            start = end;
        }
        let mut header = Value::Object(header).to_string();
        header.extend(std::iter::repeat_n(' ', header.len().next_multiple_of(8) - header.len()));
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(header.as_bytes());
        for (_, numbers) in &self.tensors {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`TensorFile::to_bytes`] wrote, for the tensors of these names.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn from_bytes(bytes: &[u8], names: &[&'static str]) -> Result<Self, String> {
        let cut = || "it ends too soon".to_owned();
        let (length, rest) = bytes.split_first_chunk().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
        let (header, data) = rest.split_at_checked(length).ok_or_else(cut)?;
        let header: Value = serde_json::from_slice(header).map_err(|error| format!("bad header: {error}"))?;
        let text = header[METADATA]["state"].as_str().ok_or("it holds no state")?.to_owned();
        let tensor = |name: &'static str| {
            let offsets = &header[name]["data_offsets"];
            let at = |side: usize| usize::try_from(offsets[side].as_u64()?).ok();
            let (start, end) = at(0).zip(at(1)).ok_or_else(|| format!("it holds no {name}"))?;
            let bytes = data.get(start..end).ok_or_else(cut)?;
            let numbers =
                bytes.chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four")));
            Ok((name, numbers.collect()))
        };
        Ok(Self { text, tensors: names.iter().map(|name| tensor(name)).collect::<Result<_, String>>()? })
    }

    /// Takes out the numbers of a name, or none if it was not read.
    pub(crate) fn take(&mut self, name: &str) -> Vec<f32> {
        let found = self.tensors.iter_mut().find(|(other, _)| *other == name);
        found.map(|(_, numbers)| std::mem::take(numbers)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_back_and_damage_is_found() {
        let file = TensorFile {
            text: "{\"a\": \"ü\"}".into(),
            tensors: vec![("one", vec![1.5, f32::MIN_POSITIVE]), ("none", vec![])],
        };
        let bytes = file.to_bytes();
        assert_eq!(TensorFile::from_bytes(&bytes, &["one", "none"]), Ok(file));
        assert!(TensorFile::from_bytes(&bytes, &["two"]).unwrap_err().contains("no two"));
        for length in [0, 7, 20, bytes.len() - 1] {
            assert!(TensorFile::from_bytes(&bytes[..length], &["one", "none"]).is_err(), "{length}");
        }
    }
}

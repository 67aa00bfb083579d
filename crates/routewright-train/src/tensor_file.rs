//! Lists of numbers in one safetensors file, with a text in its metadata.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};

/// The metadata entry of the text.
const TEXT: &str = "state";

/// Numbers by name, and a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TensorFile {
    pub(crate) text: String,
    pub(crate) tensors: Vec<(&'static str, Vec<f32>)>,
}

impl TensorFile {
    /// The file as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let data: Vec<Vec<u8>> = self.tensors.iter().map(|(_, numbers)| bytes(numbers)).collect();
        let views = self.tensors.iter().zip(&data).map(|((name, numbers), data)| {
            let view = TensorView::new(Dtype::F32, vec![numbers.len()], data);
            (*name, view.expect("a list of numbers is a tensor"))
        });
        let metadata = HashMap::from([(TEXT.to_owned(), self.text.clone())]);
        safetensors::serialize(views, Some(metadata)).expect("lists of numbers can be serialised")
    }

    /// Reads the tensors of these names, and the text.
    ///
    /// # Errors
    /// A description of what is missing or damaged.
    pub(crate) fn from_bytes(bytes: &[u8], names: &[&'static str]) -> Result<Self, String> {
        let damaged = |error: safetensors::SafeTensorError| format!("it is damaged ({error})");
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let text = header.metadata().as_ref().and_then(|metadata| metadata.get(TEXT));
        let text = text.ok_or("it holds no training state")?.clone();
        let file = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let tensor = |&name: &&'static str| {
            let tensor = file.tensor(name).map_err(|_| format!("it holds no {name}"))?;
            if tensor.dtype() != Dtype::F32 {
                return Err(format!("{name} is of type {:?}, but must be F32", tensor.dtype()));
            }
            let numbers = tensor.data().chunks_exact(4);
            let numbers = numbers.map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")));
            Ok((name, numbers.collect()))
        };
        Ok(Self { text, tensors: names.iter().map(tensor).collect::<Result<_, String>>()? })
    }

    /// Takes out the numbers of a name; none if there is no such tensor.
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

    #[test]
    fn other_types_of_number_are_refused() {
        let view = TensorView::new(Dtype::F64, vec![1], &[0; 8]).unwrap();
        let metadata = HashMap::from([(TEXT.to_owned(), String::new())]);
        let bytes = safetensors::serialize([("one", view)], Some(metadata)).unwrap();
        assert_eq!(
            TensorFile::from_bytes(&bytes, &["one"]).unwrap_err(),
            "one is of type F64, but must be F32"
        );
    }
}

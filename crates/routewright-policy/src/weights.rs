//! Weights files: safetensors, with architecture, normalisers and training configuration in the metadata.
//!
//! The metadata has a single entry, a JSON object. The order of several entries would be random, and the same net must
//! give the same bytes.

use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Architecture, Net, Normalisers};

/// The metadata entry that identifies a file as ours.
const ENTRY: &str = "routewright-policy";
/// The version of that entry.
const FORMAT: u32 = 1;
/// Larger weights are refused: no trained net has them, and scores computed from them overflow.
const LARGEST_WEIGHT: f32 = 1e6;
const HELP: &str = "use a file written by `routewright train` or `Net::write`";

/// A weights file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The content of a file is wrong.
    #[error("{path}: {problem}")]
    In {
        /// Which file.
        path: String,
        /// What is wrong with it.
        problem: Box<WeightsError>,
    },
    /// The bytes are not a safetensors file, or a damaged one.
    #[error(
        "not a complete safetensors file ({0})\n  help: {HELP}; this one is damaged, truncated or in another format"
    )]
    Container(String),
    /// A safetensors file without the metadata of a policy.
    #[error("the metadata has no {ENTRY}: these are not the weights of a Routewright policy\n  help: {HELP}")]
    Foreign,
    /// The file has another format version.
    #[error(
        "format {0} is not supported, only {FORMAT}\n  help: use the version of Routewright that wrote it"
    )]
    Version(u32),
    /// The metadata is invalid.
    #[error("invalid metadata: {0}\n  help: {HELP}")]
    Metadata(String),
    /// The architecture is out of range.
    #[error("invalid architecture: {0}")]
    Architecture(String),
    /// A tensor is missing or does not match the architecture.
    #[error("tensor {name} {problem}\n  help: {HELP}")]
    Tensor {
        /// Which tensor.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// The content of the metadata entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    format: u32,
    architecture: Architecture,
    normalisers: Normalisers,
    training: Value,
}

impl About {
    fn read(text: &str) -> Result<Self, WeightsError> {
        /// Read first, whatever else a later version may add.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let metadata = |error: serde_json::Error| WeightsError::Metadata(error.to_string());
        let Version { format } = serde_json::from_str(text).map_err(metadata)?;
        if format != FORMAT {
            return Err(WeightsError::Version(format));
        }
        let about: Self = serde_json::from_str(text).map_err(metadata)?;
        about.architecture.check()?;
        if !about.normalisers.are_valid() {
            let problem = "a mean or deviation is not finite, or a deviation not positive";
            return Err(WeightsError::Metadata(problem.into()));
        }
        Ok(about)
    }
}

impl Net {
    /// The weights file as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let about = About {
            format: FORMAT,
            architecture: self.architecture().clone(),
            normalisers: self.normalisers().clone(),
            training: self.training().clone(),
        };
        let about = serde_json::to_string(&about).expect("plain data becomes JSON");
        let metadata = HashMap::from([(ENTRY.to_owned(), about)]);
        let bytes: Vec<u8> = self.parameters().iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensors: Vec<(String, TensorView<'_>)> = self
            .tensors()
            .into_iter()
            .map(|tensor| {
                let part = &bytes[4 * tensor.range.start..4 * tensor.range.end];
                let view = TensorView::new(Dtype::F32, tensor.shape, part);
                (tensor.name, view.expect("shape and range of a tensor agree"))
            })
            .collect();
        safetensors::serialize(tensors, Some(metadata)).expect("tensors of a net can be serialised")
    }

    /// Reads a net from the bytes of a weights file.
    ///
    /// # Errors
    /// The bytes are not the weights of a policy, are damaged, or do not fit their own architecture.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let container = |error: safetensors::SafeTensorError| WeightsError::Container(error.to_string());
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(container)?;
        let about = header.metadata().as_ref().and_then(|metadata| metadata.get(ENTRY));
        let About { architecture, normalisers, training, .. } =
            About::read(about.ok_or(WeightsError::Foreign)?)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(container)?;
        // Check sizes before allocating: a small file may claim a huge architecture.
        for wanted in crate::layout::Layout::new(&architecture).tensors {
            check_tensor(&tensors, &wanted)?;
        }
        let mut net = Self::zeros(architecture, normalisers);
        net.set_training(training);
        for wanted in net.tensors() {
            let data = tensors.tensor(&wanted.name).map_err(container)?.data();
            let values =
                data.chunks_exact(4).map(|part| f32::from_le_bytes(part.try_into().expect("four bytes")));
            net.parameters_mut()[wanted.range].iter_mut().zip(values).for_each(|(to, value)| *to = value);
        }
        let is_usable = |value: &f32| value.abs() <= LARGEST_WEIGHT;
        if let Some(bad) = net.parameters().iter().position(|value| !is_usable(value)) {
            let tensor = net.tensors().into_iter().find(|tensor| tensor.range.contains(&bad));
            let name = tensor.map(|tensor| tensor.name).unwrap_or_default();
            let value = net.parameters()[bad];
            let problem = match value.is_finite() {
                true => format!("holds {value:e}, but weights must lie within ±{LARGEST_WEIGHT:e}"),
                false => "holds a value that is not a number".into(),
            };
            return Err(WeightsError::Tensor { name, problem });
        }
        Ok(net)
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// As [`Net::from_bytes`], with the path; or the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, WeightsError> {
        let path = path.as_ref();
        let name = || path.display().to_string();
        let bytes = std::fs::read(path).map_err(|source| WeightsError::File { path: name(), source })?;
        Self::from_bytes(&bytes)
            .map_err(|problem| WeightsError::In { path: name(), problem: Box::new(problem) })
    }

    /// Writes a weights file atomically: a reader never sees half of it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), WeightsError> {
        let path = path.as_ref();
        let mut half = path.as_os_str().to_owned();
        half.push(".part");
        std::fs::write(&half, self.to_bytes())
            .and_then(|()| std::fs::rename(&half, path))
            .map_err(|source| WeightsError::File { path: path.display().to_string(), source })
    }
}

fn check_tensor(tensors: &SafeTensors<'_>, wanted: &crate::TensorInfo) -> Result<(), WeightsError> {
    let fault = |problem: String| WeightsError::Tensor { name: wanted.name.clone(), problem };
    let found = tensors.tensor(&wanted.name).map_err(|_| fault("is missing".into()))?;
    if found.dtype() != Dtype::F32 {
        return Err(fault(format!("is of type {:?}, but must be F32", found.dtype())));
    }
    if found.shape() != wanted.shape {
        return Err(fault(format!("has shape {:?}, but must have {:?}", found.shape(), wanted.shape)));
    }
    Ok(())
}

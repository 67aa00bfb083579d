//! The net in a tensor framework.

use std::collections::HashMap;

use candle_core::{D, DType, Device, Result, Tensor, Var};
use routewright_policy::{Net, Scale};

use super::features::Features;

/// Scores of all candidates (or of halting), and the gradient of their weighted sum by every tensor.
pub struct Evaluation {
    pub scores: Vec<f64>,
    pub gradients: Vec<Vec<f64>>,
}

pub fn evaluate(net: &Net, features: &Features, weights: &[f64]) -> Evaluation {
    try_evaluate(net, features, weights).expect("the framework computes what it is asked to")
}

fn try_evaluate(net: &Net, features: &Features, weights: &[f64]) -> Result<Evaluation> {
    let naive = Naive::new(net)?;
    let embeddings = naive.embed(features)?;
    let scores = match features.ends {
        Some(ends) => naive.halt(features, &embeddings, ends)?,
        None => naive.extend(features, &embeddings)?,
    };
    let weights = Tensor::from_slice(weights, weights.len(), &Device::Cpu)?;
    let total = (&scores * weights)?.sum_all()?;
    let found = total.backward()?;
    let gradient = |name: &str| -> Result<Vec<f64>> {
        let variable = &naive.variables[name];
        match found.get(variable) {
            Some(gradient) => gradient.flatten_all()?.to_vec1(),
            None => Ok(vec![0.0; variable.elem_count()]),
        }
    };
    let gradients = net.tensors().iter().map(|tensor| gradient(&tensor.name)).collect::<Result<_>>()?;
    Ok(Evaluation { scores: scores.to_vec1()?, gradients })
}

struct Naive<'a> {
    net: &'a Net,
    variables: HashMap<String, Var>,
}

impl<'a> Naive<'a> {
    fn new(net: &'a Net) -> Result<Self> {
        let mut variables = HashMap::new();
        for tensor in net.tensors() {
            let values: Vec<f64> =
                net.parameters()[tensor.range].iter().map(|&value| f64::from(value)).collect();
            let value = Tensor::from_vec(values, tensor.shape, &Device::Cpu)?;
            variables.insert(tensor.name, Var::from_tensor(&value)?);
        }
        Ok(Self { net, variables })
    }

    fn get(&self, name: &str) -> &Tensor {
        self.variables[name].as_tensor()
    }

    /// Layers of attention over all pairs (GATv2), if there are any.
    fn embed(&self, features: &Features) -> Result<Tensor> {
        let n = features.n;
        let architecture = self.net.architecture();
        let (width, heads) = (architecture.width, architecture.heads);
        let normalisers = self.net.normalisers();
        let nodes = features.nodes.iter().flat_map(|node| node.iter().zip(&normalisers.node).map(scaled));
        let mut x = Tensor::from_vec(nodes.collect::<Vec<f64>>(), (n, 4), &Device::Cpu)?;
        let edges = self.edges(features, (0..n).flat_map(|from| (0..n).map(move |to| (from, to))))?;
        for layer in 0..architecture.layers {
            let get = |part: &str| self.get(&format!("backbone.{layer}.{part}"));
            let source = x.matmul(get("source_weight"))?.broadcast_add(get("source_bias"))?;
            let target = x.matmul(get("target_weight"))?.broadcast_add(get("target_bias"))?;
            let hidden = edges.matmul(get("edge_weight"))?.reshape((n, n, width))?;
            let hidden = hidden.broadcast_add(&source.unsqueeze(0)?)?.broadcast_add(&target.unsqueeze(1)?)?;
            let hidden = (hidden.relu()? - (hidden.neg()?.relu()? * 0.2)?)?;
            let heed = hidden.broadcast_mul(get("attention"))?.reshape((n, n, heads, width / heads))?;
            let heed = heed.sum(D::Minus1)?;
            let heed = heed.broadcast_sub(&heed.max_keepdim(1)?.detach())?.exp()?;
            let shares = heed.broadcast_div(&heed.sum_keepdim(1)?)?.unsqueeze(3)?;
            let offered = source.reshape((1, n, heads, width / heads))?;
            x = shares.broadcast_mul(&offered)?.sum(1)?.reshape((n, width))?.broadcast_add(get("bias"))?;
            if layer + 1 < architecture.layers {
                x = x.relu()?;
            }
        }
        Ok(x)
    }

    /// The thirteen features of some pairs, normalised.
    fn edges(&self, features: &Features, pairs: impl Iterator<Item = (usize, usize)>) -> Result<Tensor> {
        let scales = self.net.normalisers().edge;
        let mut values = Vec::new();
        for (from, to) in pairs {
            let mut edge = features.edges[from * features.n + to];
            for (feature, scale) in [0, 2, 8, 9, 10].into_iter().zip(&scales) {
                edge[feature] = scaled((&edge[feature], scale));
            }
            values.extend(edge);
        }
        let rows = values.len() / 13;
        Tensor::from_vec(values, (rows, 13), &Device::Cpu)
    }

    fn globals(&self, features: &Features) -> Vec<f64> {
        let count = self.net.architecture().inputs.global_count();
        features.globals.iter().zip(&self.net.normalisers().global).map(scaled).take(count).collect()
    }

    fn halt(
        &self,
        features: &Features,
        embeddings: &Tensor,
        (first, last): (usize, usize),
    ) -> Result<Tensor> {
        let minutes = scaled((&features.route_minutes, &self.net.normalisers().path[2]));
        let inputs: Vec<f64> = std::iter::once(minutes).chain(self.globals(features)).collect();
        let inputs = Tensor::from_slice(&inputs, (1, inputs.len()), &Device::Cpu)?;
        let (first, last) = (embeddings.get(first)?.unsqueeze(0)?, embeddings.get(last)?.unsqueeze(0)?);
        let row = inputs.matmul(self.get("halt.input_weight"))?;
        let row = (row + self.ends("halt", features, &first, &last)?)?;
        self.scores("halt", &row)
    }

    fn extend(&self, features: &Features, embeddings: &Tensor) -> Result<Tensor> {
        let normalisers = self.net.normalisers();
        let pairs: Vec<(usize, usize, f64)> =
            features.candidates.iter().flat_map(|candidate| candidate.pairs.iter().copied()).collect();
        let sums = if pairs.is_empty() {
            Tensor::zeros((features.candidates.len(), 1), DType::F64, &Device::Cpu)?
        } else {
            self.pair_sums(features, embeddings, &pairs)?
        };
        let mut inputs = Vec::new();
        for candidate in &features.candidates {
            let path = [candidate.minutes, candidate.stops, features.route_minutes, features.route_stops];
            inputs.extend(path.iter().zip(&normalisers.path).map(scaled));
            inputs.extend(self.globals(features));
        }
        let count = features.candidates.len();
        let columns = inputs.len() / count;
        let inputs = Tensor::from_vec(inputs, (count, columns), &Device::Cpu)?;
        let row = Tensor::cat(&[&sums, &inputs], 1)?.matmul(self.get("path.input_weight"))?;
        self.scores("path", &row)
    }

    fn pair_sums(
        &self,
        features: &Features,
        embeddings: &Tensor,
        pairs: &[(usize, usize, f64)],
    ) -> Result<Tensor> {
        let select = |nodes: Vec<u32>| {
            let count = nodes.len();
            embeddings.index_select(&Tensor::from_vec(nodes, count, &Device::Cpu)?, 0)
        };
        let first = select(pairs.iter().map(|pair| pair.0 as u32).collect())?;
        let second = select(pairs.iter().map(|pair| pair.1 as u32).collect())?;
        let edges = self.edges(features, pairs.iter().map(|pair| (pair.0, pair.1)))?;
        let drive_time = self.net.normalisers().edge[4];
        let times: Vec<f64> = pairs.iter().map(|pair| scaled((&pair.2, &drive_time))).collect();
        let times = Tensor::from_vec(times, (pairs.len(), 1), &Device::Cpu)?;
        let row = edges.matmul(self.get("pair.edge_weight"))?;
        let row = (row + times.matmul(&self.get("pair.time_weight").unsqueeze(0)?)?)?;
        let row = (row + self.ends("pair", features, &first, &second)?)?;
        let scores = self.scores("pair", &row)?.unsqueeze(1)?;
        let mut belongs = vec![0.0; features.candidates.len() * pairs.len()];
        let mut at = 0;
        for (row, candidate) in features.candidates.iter().enumerate() {
            belongs[row * pairs.len() + at..][..candidate.pairs.len()].fill(1.0);
            at += candidate.pairs.len();
        }
        Tensor::from_vec(belongs, (features.candidates.len(), pairs.len()), &Device::Cpu)?.matmul(&scores)
    }

    /// The contribution of two embeddings to the first layer of a perceptron.
    fn ends(&self, name: &str, features: &Features, first: &Tensor, second: &Tensor) -> Result<Tensor> {
        let sum = (first + second)?.matmul(self.get(&format!("{name}.sum_weight")))?;
        if features.is_symmetric {
            return Ok(sum);
        }
        sum + (first - second)?.matmul(self.get(&format!("{name}.difference_weight")))?
    }

    /// The rest of a perceptron.
    fn scores(&self, name: &str, row: &Tensor) -> Result<Tensor> {
        let get = |part: &str| self.get(&format!("{name}.{part}"));
        let hidden = row.broadcast_add(get("bias"))?.relu()?;
        let hidden = hidden.matmul(get("second_weight"))?.broadcast_add(get("second_bias"))?.relu()?;
        let last = get("last_weight").unsqueeze(1)?;
        hidden.matmul(&last)?.broadcast_add(get("last_bias"))?.squeeze(1)
    }
}

/// A normalised value.
fn scaled((value, scale): (&f64, &Scale)) -> f64 {
    (value - f64::from(scale.mean)) / f64::from(scale.deviation)
}

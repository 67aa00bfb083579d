//! The plain version: loops that follow the formulas.

use super::Arithmetic;
use super::jobs::{Attention, AttentionGradient, LEAK, PairGradient, PairRows, Scorer, ScorerGradient};
use crate::architecture::EDGE_FEATURES;

/// No vectors, no fused operations, exponentials from `libm`: the same bits everywhere.
pub(crate) struct Scalar;

impl Arithmetic for Scalar {
    fn name(&self) -> &'static str {
        "scalar"
    }

    fn multiply(&self, x: &[f32], inner: usize, weight: &[f32], columns: usize, out: &mut [f32]) {
        for (x, out) in x.chunks_exact(inner).zip(out.chunks_exact_mut(columns)) {
            for (&value, weights) in x.iter().zip(weight.chunks_exact(columns)) {
                add_scaled(out, value, weights);
            }
        }
    }

    fn multiply_transposed(&self, x: &[f32], inner: usize, y: &[f32], columns: usize, out: &mut [f32]) {
        for (x, y) in x.chunks_exact(inner).zip(y.chunks_exact(columns)) {
            for (&value, out) in x.iter().zip(out.chunks_exact_mut(columns)) {
                add_scaled(out, value, y);
            }
        }
    }

    fn attend(&self, layer: &Attention<'_>, shares: &mut [f32], out: &mut [f32]) {
        let (n, width, heads, stride) = layer.sizes();
        let depth = width / heads;
        let mut hidden = vec![0.0; width];
        for node in 0..n {
            let shares = layer.shares_of(node, shares);
            for other in 0..n {
                layer.hidden(node, other, &mut hidden);
                for head in 0..heads {
                    let part = head * depth..(head + 1) * depth;
                    let heed = hidden[part.clone()].iter().zip(&layer.attention[part]);
                    shares[head * stride + other] =
                        heed.map(|(&hidden, &weight)| leaky(hidden) * weight).sum();
                }
            }
            let out = &mut out[node * width..][..width];
            out.copy_from_slice(layer.bias);
            for head in 0..heads {
                let shares = &mut shares[head * stride..][..n];
                softmax(shares);
                for (other, &share) in shares.iter().enumerate() {
                    let from = other * width + head * depth;
                    add_scaled(&mut out[head * depth..][..depth], share, &layer.source[from..][..depth]);
                }
            }
        }
    }

    fn attend_backward(
        &self,
        layer: &Attention<'_>,
        shares: &[f32],
        of_out: &[f32],
        gradient: &mut AttentionGradient<'_>,
    ) {
        let (n, width, heads, stride) = layer.sizes();
        let depth = width / heads;
        let (mut hidden, mut of_shares) = (vec![0.0; width], vec![0.0; n]);
        for node in 0..n {
            let shares = &shares[node * heads * stride..][..heads * stride];
            for head in 0..heads {
                let shares = &shares[head * stride..][..n];
                let of_out = &of_out[node * width + head * depth..][..depth];
                for other in 0..n {
                    let from = other * width + head * depth;
                    of_shares[other] = dot(of_out, &layer.source[from..][..depth]);
                    add_scaled(&mut gradient.source[from..][..depth], shares[other], of_out);
                }
                let mean = dot(shares, &of_shares);
                for other in 0..n {
                    let of_heed = shares[other] * (of_shares[other] - mean);
                    layer.hidden(node, other, &mut hidden);
                    for (column, &value) in hidden.iter().enumerate().skip(head * depth).take(depth) {
                        gradient.attention[column] += of_heed * leaky(value);
                        let slope = if value > 0.0 { 1.0 } else { LEAK };
                        let of_hidden = of_heed * layer.attention[column] * slope;
                        gradient.target[node * width + column] += of_hidden;
                        gradient.source[other * width + column] += of_hidden;
                        gradient.kind_table[layer.edges.kind(node, other) * width + column] += of_hidden;
                        for (feature, value) in layer.edges.quantities(node, other).into_iter().enumerate() {
                            gradient.quantities[feature * width + column] += value * of_hidden;
                        }
                    }
                }
            }
        }
    }

    fn pair_rows(&self, job: &PairRows<'_>, rows: &mut [f32]) {
        let columns = job.columns;
        for (pair, row) in job.pairs.iter().zip(rows.chunks_exact_mut(columns)) {
            let (from, to) = (pair.from as usize, pair.to as usize);
            row.copy_from_slice(&job.first[from * columns..][..columns]);
            add_scaled(row, 1.0, &job.second[to * columns..][..columns]);
            add_edge(row, &job.edges.features(from, to), job.edge_weight);
            add_scaled(row, job.edges.scaled_time(pair.minutes), job.time_weight);
        }
    }

    fn pair_rows_backward(&self, job: &PairRows<'_>, of_rows: &[f32], gradient: &mut PairGradient<'_>) {
        let columns = job.columns;
        for (pair, of_row) in job.pairs.iter().zip(of_rows.chunks_exact(columns)) {
            let (from, to) = (pair.from as usize, pair.to as usize);
            add_scaled(&mut gradient.first[from * columns..][..columns], 1.0, of_row);
            add_scaled(&mut gradient.second[to * columns..][..columns], 1.0, of_row);
            let kind = job.edges.kind(from, to);
            add_scaled(&mut gradient.kind_table[kind * columns..][..columns], 1.0, of_row);
            let quantities = job.edges.quantities(from, to).into_iter();
            for (value, sums) in quantities.zip(gradient.quantities.chunks_exact_mut(columns)) {
                add_scaled(sums, value, of_row);
            }
            add_scaled(gradient.time_weight, job.edges.scaled_time(pair.minutes), of_row);
        }
    }

    fn score_rows(&self, scorer: &Scorer<'_>, rows: &mut [f32], second: &mut [f32], scores: &mut [f32]) {
        let hidden = scorer.hidden;
        for ((row, second), score) in
            rows.chunks_exact_mut(hidden).zip(second.chunks_exact_mut(hidden)).zip(scores)
        {
            relu(row);
            second.copy_from_slice(scorer.second_bias);
            self.multiply(row, hidden, scorer.second, hidden, second);
            relu(second);
            *score = scorer.last_bias + dot(second, scorer.last);
        }
    }

    fn score_rows_backward(
        &self,
        scorer: &Scorer<'_>,
        of_scores: &[f32],
        rows: &mut [f32],
        second: &mut [f32],
        gradient: &mut ScorerGradient<'_>,
    ) {
        let hidden = scorer.hidden;
        let mut of_row = vec![0.0; hidden];
        for ((row, second), &of_score) in
            rows.chunks_exact_mut(hidden).zip(second.chunks_exact_mut(hidden)).zip(of_scores)
        {
            relu(row);
            second.copy_from_slice(scorer.second_bias);
            self.multiply(row, hidden, scorer.second, hidden, second);
            relu(second);
            *gradient.last_bias += of_score;
            add_scaled(gradient.last, of_score, second);
            for (value, weight) in second.iter_mut().zip(scorer.last) {
                *value = if *value > 0.0 { of_score * weight } else { 0.0 };
            }
            add_scaled(gradient.second_bias, 1.0, second);
            self.multiply_transposed(row, hidden, second, hidden, gradient.second);
            of_row.fill(0.0);
            self.multiply(second, hidden, scorer.second_transposed, hidden, &mut of_row);
            for (value, &of_value) in row.iter_mut().zip(&of_row) {
                *value = if *value > 0.0 { of_value } else { 0.0 };
            }
        }
    }
}

impl Attention<'_> {
    /// target_i + source_j + edge_weight · e_ij.
    fn hidden(&self, node: usize, other: usize, hidden: &mut [f32]) {
        hidden.copy_from_slice(&self.target[node * self.width..][..self.width]);
        add_scaled(hidden, 1.0, &self.source[other * self.width..][..self.width]);
        add_edge(hidden, &self.edges.features(node, other), self.edge_weight);
    }
}

fn add_edge(row: &mut [f32], features: &[f32; EDGE_FEATURES], weight: &[f32]) {
    for (&feature, weights) in features.iter().zip(weight.chunks_exact(row.len())) {
        add_scaled(row, feature, weights);
    }
}

fn add_scaled(sum: &mut [f32], factor: f32, values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn leaky(value: f32) -> f32 {
    if value > 0.0 { value } else { LEAK * value }
}

fn relu(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
}

fn softmax(values: &mut [f32]) {
    let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|value| *value = libm::expf(*value - highest));
    let total: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= total);
}

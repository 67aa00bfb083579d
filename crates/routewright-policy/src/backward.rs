//! The backward pass: from the gradient of scores to the gradient of parameters.

use routewright_env::Decision;

use crate::edges::KINDS;
use crate::forward::{BLOCK, VARYING, end_stops};
use crate::kernel::{Arithmetic, Attention, AttentionGradient, PairGradient, ScorerGradient};
use crate::layout::ScorerLayout;
use crate::normalisers::EDGE_QUANTITIES;
use crate::workspace::Workspace;
use crate::{Net, Observation};

impl Net {
    /// Adds the gradient to `gradient`. The workspace must hold the results of [`Net::embed`] (with `keep`) and of
    /// [`Net::score_embedded`] or [`Net::sum_pairs`].
    pub(crate) fn backward(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        of_scores: &[f32],
        gradient: &mut [f32],
    ) {
        assert_eq!(of_scores.len(), seen.score_count(), "one gradient per score");
        space.back.of_embeddings.zeroed(seen.node_count() * self.architecture().width);
        if seen.decision() == Decision::Halt {
            self.halt_backward(arithmetic, seen, space, of_scores, gradient);
        } else {
            match space.plan.planned().shared() {
                None => self.paths_backward(arithmetic, seen, space, of_scores, gradient),
                Some(shared) => {
                    let mut of_candidates = std::mem::take(&mut space.back.of_candidates);
                    of_candidates.clear();
                    of_candidates.resize(space.path_sums.len(), 0.0);
                    shared
                        .iter()
                        .zip(of_scores)
                        .for_each(|(&at, of_score)| of_candidates[at as usize] += of_score);
                    self.paths_backward(arithmetic, seen, space, &of_candidates, gradient);
                    space.back.of_candidates = of_candidates;
                }
            }
            self.pairs_backward(arithmetic, seen, space, gradient);
        }
        self.embed_backward(arithmetic, seen, space, gradient);
    }

    fn halt_backward(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        of_scores: &[f32],
        gradient: &mut [f32],
    ) {
        let (width, layout) = (self.architecture().embedding_width(), &self.layout.halt);
        let (hidden, transposes) = (layout.hidden, &self.packed().halt);
        self.halt_row(arithmetic, seen, space);
        let second = space.hidden.zeroed(hidden);
        let scorer = self.scorer(layout, transposes);
        arithmetic.score_rows_backward(
            &scorer,
            of_scores,
            &mut space.rows,
            second,
            &mut scorer_gradient(layout, gradient),
        );
        let (sum, difference) = self.end_embeddings(seen, space);
        let of_row = &space.rows;
        add(&mut gradient[layout.bias.clone()], of_row);
        let inputs = self.halt_inputs(seen);
        let of_inputs = &mut gradient[self.layout.halt_input.clone()];
        arithmetic.multiply_transposed(&inputs, inputs.len(), of_row, hidden, of_inputs);
        let (first, last) = end_stops(seen);
        let mut through = |ends: &[f32], range: &std::ops::Range<usize>, transposed: &[f32], sign: f32| {
            arithmetic.multiply_transposed(ends, width, of_row, hidden, &mut gradient[range.clone()]);
            if !self.has_layers() {
                return;
            }
            let mut of_ends = vec![0.0; width];
            arithmetic.multiply(of_row, hidden, transposed, width, &mut of_ends);
            add(&mut space.back.of_embeddings[first * width..][..width], &of_ends);
            let of_last = &mut space.back.of_embeddings[last * width..][..width];
            of_last.iter_mut().zip(&of_ends).for_each(|(sum, value)| *sum += sign * value);
        };
        through(&sum, &layout.sum, &transposes.sum, 1.0);
        if let Some(difference) = difference {
            through(&difference, &layout.difference, &transposes.difference, -1.0);
        }
    }

    /// Leaves the gradient of the pair sums in the workspace.
    fn paths_backward(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        of_scores: &[f32],
        gradient: &mut [f32],
    ) {
        let layout = &self.layout.path;
        let hidden = layout.hidden;
        let constants = self.path_constants(seen);
        let base = self.path_base(seen);
        let sum_weight = &self.tensor(&self.layout.path_input)[..hidden];
        space.back.of_path_sums.clear();
        for (block, of_scores) in of_scores.chunks(BLOCK).enumerate() {
            let candidates = block * BLOCK..block * BLOCK + of_scores.len();
            self.path_rows(arithmetic, space, &base, candidates.clone());
            let second = space.hidden.zeroed(space.rows.len());
            let scorer = self.scorer(layout, &self.packed().path);
            let mut of_scorer = scorer_gradient(layout, gradient);
            arithmetic.score_rows_backward(&scorer, of_scores, &mut space.rows, second, &mut of_scorer);
            let inputs = &space.path_inputs[candidates.start * VARYING..candidates.end * VARYING];
            let of_inputs = &mut gradient[self.layout.path_input.clone()];
            let (of_varying, of_constants) = of_inputs.split_at_mut(VARYING * hidden);
            arithmetic.multiply_transposed(inputs, VARYING, &space.rows, hidden, of_varying);
            let of_base = space.hidden.zeroed(hidden);
            for of_row in space.rows.chunks_exact(hidden) {
                add(of_base, of_row);
                let of_sum = of_row.iter().zip(sum_weight).map(|(a, b)| a * b).sum();
                space.back.of_path_sums.push(of_sum);
            }
            arithmetic.multiply_transposed(&constants, constants.len(), of_base, hidden, of_constants);
            add(&mut gradient[layout.bias.clone()], of_base);
        }
    }

    fn pairs_backward(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        gradient: &mut [f32],
    ) {
        let (width, layout) = (self.architecture().embedding_width(), &self.layout.pair);
        let hidden = layout.hidden;
        let back = &mut space.back;
        space.plan.sum_backward(&back.of_path_sums, &mut back.of_pair_scores);
        back.first.zeroed(seen.node_count() * hidden);
        back.second.zeroed(seen.node_count() * hidden);
        back.kind_table.zeroed(KINDS * hidden);
        back.quantities.zeroed(EDGE_QUANTITIES * hidden);
        space.rows.resize(BLOCK * hidden);
        space.hidden.resize(BLOCK * hidden);
        let scorer = self.scorer(layout, &self.packed().pair);
        for (pairs, of_scores) in
            space.plan.planned().pairs.chunks(BLOCK).zip(back.of_pair_scores.chunks(BLOCK))
        {
            let (rows, second) =
                (&mut space.rows[..pairs.len() * hidden], &mut space.hidden[..pairs.len() * hidden]);
            let job = self.pair_job(pairs, &space.edges, &space.first, &space.second, &space.kind_table);
            arithmetic.pair_rows(&job, rows);
            let mut of_scorer = scorer_gradient(layout, gradient);
            arithmetic.score_rows_backward(&scorer, of_scores, rows, second, &mut of_scorer);
            let mut of_pairs = PairGradient {
                first: &mut back.first,
                second: &mut back.second,
                kind_table: &mut back.kind_table,
                quantities: &mut back.quantities,
                time_weight: &mut gradient[self.layout.pair_time.clone()],
            };
            arithmetic.pair_rows_backward(&job, rows, &mut of_pairs);
        }
        let of_edge = &mut gradient[self.layout.pair_edge.clone()];
        space.edges.add_weight_gradient(&back.kind_table, &back.quantities, hidden, of_edge);
        let of_bias = &mut gradient[layout.bias.clone()];
        back.first.chunks_exact(hidden).for_each(|row| add(of_bias, row));

        // first = W y + V y and second = W y − V y, so W sees their sum and V their difference.
        let embeddings = space.layers.last().map_or(&space.nodes, |layer| &layer.out);
        let transposes = &self.packed().pair;
        for (first, second) in back.first.iter_mut().zip(back.second.iter_mut()) {
            (*first, *second) = (*first + *second, *first - *second);
        }
        let mut through = |of_rows: &[f32], range: &std::ops::Range<usize>, transposed: &[f32]| {
            let of_weight = &mut gradient[range.clone()];
            arithmetic.multiply_transposed(embeddings, width, of_rows, hidden, of_weight);
            if self.has_layers() {
                arithmetic.multiply(of_rows, hidden, transposed, width, &mut back.of_embeddings);
            }
        };
        through(&back.first, &layout.sum, &transposes.sum);
        if !seen.city().is_symmetric() {
            through(&back.second, &layout.difference, &transposes.difference);
        }
    }

    /// Whether there are layers below the embeddings.
    fn has_layers(&self) -> bool {
        !self.layout.layers.is_empty()
    }

    fn embed_backward(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        gradient: &mut [f32],
    ) {
        let n = seen.node_count();
        let (width, heads) = (self.architecture().width, self.architecture().heads);
        let back = &mut space.back;
        self.architecture().embeddings.take_back(&mut back.of_embeddings, width);
        for (at, layout) in self.layout.layers.iter().enumerate().rev() {
            let layer = &space.layers[at];
            if at + 1 < self.layout.layers.len() {
                for (of_out, &out) in back.of_embeddings.iter_mut().zip(layer.out.iter()) {
                    *of_out = if out > 0.0 { *of_out } else { 0.0 };
                }
            }
            let of_bias = &mut gradient[layout.bias.clone()];
            back.of_embeddings.chunks_exact(width).for_each(|row| add(of_bias, row));
            let job = Attention {
                edges: &space.edges,
                width,
                heads,
                source: &layer.source,
                target: &layer.target,
                edge_weight: self.tensor(&layout.edge),
                kind_table: &layer.kind_table,
                attention: self.tensor(&layout.attention),
                bias: self.tensor(&layout.bias),
            };
            let mut of_layer = AttentionGradient {
                source: back.first.zeroed(n * width),
                target: back.second.zeroed(n * width),
                kind_table: back.kind_table.zeroed(KINDS * width),
                quantities: back.quantities.zeroed(EDGE_QUANTITIES * width),
                attention: &mut gradient[layout.attention.clone()],
            };
            arithmetic.attend_backward(&job, &layer.shares, &back.of_embeddings, &mut of_layer);
            if self.architecture().residual {
                add(&mut back.second, &back.of_embeddings);
            }
            let of_edge = &mut gradient[layout.edge.clone()];
            space.edges.add_weight_gradient(&back.kind_table, &back.quantities, width, of_edge);

            let input = if at == 0 { &space.nodes } else { &space.layers[at - 1].out };
            let sides = [
                (&back.first, &layout.source, &layout.source_bias),
                (&back.second, &layout.target, &layout.target_bias),
            ];
            back.of_embeddings.zeroed(n * width);
            for ((of_rows, weight, bias), transposed) in sides.into_iter().zip(&self.packed().layers[at]) {
                let of_weight = &mut gradient[weight.clone()];
                arithmetic.multiply_transposed(input, layout.inputs, of_rows, width, of_weight);
                let of_bias = &mut gradient[bias.clone()];
                of_rows.chunks_exact(width).for_each(|row| add(of_bias, row));
                if at > 0 {
                    arithmetic.multiply(of_rows, width, transposed, width, &mut back.of_embeddings);
                }
            }
        }
    }
}

/// The parts of a gradient that belong to a perceptron from its first hidden layer on.
fn scorer_gradient<'a>(layout: &ScorerLayout, gradient: &'a mut [f32]) -> ScorerGradient<'a> {
    let (rest, singles) = gradient.split_at_mut(layout.last_bias.start);
    let (second, rest) = rest[layout.second.start..].split_at_mut(layout.second.len());
    let (second_bias, rest) = rest.split_at_mut(layout.second_bias.len());
    ScorerGradient { second, second_bias, last: &mut rest[..layout.last.len()], last_bias: &mut singles[0] }
}

fn add(sum: &mut [f32], values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

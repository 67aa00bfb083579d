//! The forward pass: from an observation to scores.

use std::ops::Range;

use routewright_env::Decision;

use crate::architecture::{NODE_FEATURES, PATH_FEATURES};
use crate::kernel::{Arithmetic, Attention, PairRows, Scorer};
use crate::layout::ScorerLayout;
use crate::packed::ScorerTransposes;
use crate::pair_memo::PairMemo;
use crate::path_sums::Pair;
use crate::workspace::Workspace;
use crate::{Net, Observation};

/// Rows of a perceptron processed together: few enough to stay in the first-level cache.
pub(crate) const BLOCK: usize = 32;
/// Inputs of the path score that differ between candidates: pair sum, minutes, stops.
pub(crate) const VARYING: usize = 3;

impl Net {
    /// The backbone: computes the embeddings of all nodes into the workspace, and with `keep` everything the backward
    /// pass needs.
    pub(crate) fn embed(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        keep: bool,
    ) {
        let n = seen.node_count();
        let (width, heads) = (self.architecture().width, self.architecture().heads);
        space.edges.fill(seen, self.normalisers());
        let nodes = space.nodes.resize(n * NODE_FEATURES);
        for (node, inputs) in nodes.chunks_exact_mut(NODE_FEATURES).enumerate() {
            let features = seen.city().node(node).iter().zip(&self.normalisers().node);
            inputs.iter_mut().zip(features).for_each(|(input, (&value, scale))| *input = scale.apply(value));
        }
        space.layers.resize_with(self.layout.layers.len(), Default::default);
        let row = heads * space.edges.stride();
        space.shares.zeroed(row);
        for (at, layout) in self.layout.layers.iter().enumerate() {
            let (before, rest) = space.layers.split_at_mut(at);
            let layer = &mut rest[0];
            let input = before.last().map_or(&space.nodes, |layer| &layer.out);
            let source = layer.source.repeated(self.tensor(&layout.source_bias), n);
            arithmetic.multiply(input, layout.inputs, self.tensor(&layout.source), width, source);
            let target = layer.target.repeated(self.tensor(&layout.target_bias), n);
            arithmetic.multiply(input, layout.inputs, self.tensor(&layout.target), width, target);
            space.edges.kind_table(self.tensor(&layout.edge), width, &mut layer.kind_table);
            let shares = match keep {
                true => layer.shares.zeroed(n * row),
                false => &mut space.shares,
            };
            layer.out.resize(n * width);
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
            arithmetic.attend(&job, shares, &mut layer.out);
            if self.architecture().residual {
                layer.out.iter_mut().zip(layer.target.iter()).for_each(|(out, own)| *out += own);
            }
            if at + 1 < self.layout.layers.len() {
                layer.out.iter_mut().for_each(|value| *value = value.max(0.0));
            }
        }
        if let Some(last) = space.layers.last_mut() {
            self.architecture().embeddings.hand_out(&mut last.out, width);
        }
    }

    /// The halting or extension module, on the embeddings in the workspace. A memo must belong to this net, this kernel and
    /// the problem of the observation, and only nets without layers may use one.
    pub(crate) fn score_embedded(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        memo: Option<&mut PairMemo>,
        scores: &mut [f32],
    ) {
        assert_eq!(scores.len(), seen.score_count(), "one place per score");
        if seen.decision() == Decision::Halt {
            self.halt_row(arithmetic, seen, space);
            let hidden = space.hidden.zeroed(self.layout.halt.hidden);
            let scorer = self.scorer(&self.layout.halt, &self.packed().halt);
            arithmetic.score_rows(&scorer, &mut space.rows, hidden, scores);
        } else {
            self.sum_pairs(arithmetic, seen, space, memo);
            match space.plan.planned().shared() {
                None => self.score_candidates(arithmetic, seen, space, scores),
                Some(_) => {
                    let mut own = std::mem::take(&mut space.candidate_scores);
                    own.resize(space.path_sums.len(), 0.0);
                    self.score_candidates(arithmetic, seen, space, &mut own);
                    let shared = space.plan.planned().shared().into_iter().flatten();
                    scores.iter_mut().zip(shared).for_each(|(score, &at)| *score = own[at as usize]);
                    space.candidate_scores = own;
                }
            }
        }
    }

    /// The path score of every distinct candidate.
    fn score_candidates(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        scores: &mut [f32],
    ) {
        let base = self.path_base(seen);
        for (block, scores) in scores.chunks_mut(BLOCK).enumerate() {
            self.path_rows(arithmetic, space, &base, block * BLOCK..block * BLOCK + scores.len());
            let hidden = space.hidden.zeroed(space.rows.len());
            let scorer = self.scorer(&self.layout.path, &self.packed().path);
            arithmetic.score_rows(&scorer, &mut space.rows, hidden, scores);
        }
    }

    /// Scores all pairs that candidates connect and sums them: computes the inputs of the path scores.
    pub(crate) fn sum_pairs(
        &self,
        arithmetic: &dyn Arithmetic,
        seen: &Observation,
        space: &mut Workspace,
        memo: Option<&mut PairMemo>,
    ) {
        space.plan.plan(seen);
        self.project_pairs(arithmetic, seen, space);
        let hidden = self.layout.pair.hidden;
        space.pair_scores.resize(space.plan.planned().pairs.len(), 0.0);
        space.rows.resize(BLOCK * hidden);
        space.hidden.resize(BLOCK * hidden);
        let (rows, hidden_rows) = (&mut space.rows, &mut space.hidden);
        let mut score_pairs = |pairs: &[Pair], scores: &mut [f32]| {
            for (pairs, scores) in pairs.chunks(BLOCK).zip(scores.chunks_mut(BLOCK)) {
                let (rows, second) =
                    (&mut rows[..pairs.len() * hidden], &mut hidden_rows[..pairs.len() * hidden]);
                let job = self.pair_job(pairs, &space.edges, &space.first, &space.second, &space.kind_table);
                arithmetic.pair_rows(&job, rows);
                let scorer = self.scorer(&self.layout.pair, &self.packed().pair);
                arithmetic.score_rows(&scorer, rows, second, scores);
            }
        };
        match memo {
            Some(memo) => memo.fill(seen, &space.plan.planned().pairs, &mut space.pair_scores, score_pairs),
            None => score_pairs(&space.plan.planned().pairs, &mut space.pair_scores),
        }
        space.plan.sum(&space.pair_scores, &mut space.path_sums);
        let [minutes, stops, ..] = self.normalisers().path;
        space.path_inputs.clear();
        for (action, &sum) in space.plan.planned().candidates().zip(&space.path_sums) {
            let size = seen.path_size(&seen.actions()[action]);
            space.path_inputs.extend([sum, minutes.apply(size[0]), stops.apply(size[1])]);
        }
    }

    /// The contribution of embeddings to the first layer of the pair score: W (y_i + y_j) + V (y_i − y_j) splits into one
    /// term per node.
    fn project_pairs(&self, arithmetic: &dyn Arithmetic, seen: &Observation, space: &mut Workspace) {
        let (width, layout) = (self.architecture().embedding_width(), &self.layout.pair);
        let embeddings = space.layers.last().map_or(&space.nodes, |layer| &layer.out);
        let second = space.second.zeroed(seen.node_count() * layout.hidden);
        arithmetic.multiply(embeddings, width, self.tensor(&layout.sum), layout.hidden, second);
        let first = space.first.repeated(self.tensor(&layout.bias), seen.node_count());
        first.iter_mut().zip(&*second).for_each(|(first, value)| *first += value);
        if !seen.city().is_symmetric() {
            let difference = space.rows.zeroed(second.len());
            let weight = self.tensor(&layout.difference);
            arithmetic.multiply(embeddings, width, weight, layout.hidden, difference);
            for ((first, second), &difference) in first.iter_mut().zip(second).zip(&*difference) {
                *first += difference;
                *second -= difference;
            }
        }
        space.edges.kind_table(self.tensor(&self.layout.pair_edge), layout.hidden, &mut space.kind_table);
    }

    pub(crate) fn pair_job<'a>(
        &'a self,
        pairs: &'a [Pair],
        edges: &'a crate::edges::Edges,
        first: &'a [f32],
        second: &'a [f32],
        kind_table: &'a [f32],
    ) -> PairRows<'a> {
        PairRows {
            edges,
            pairs,
            columns: self.layout.pair.hidden,
            first,
            second,
            edge_weight: self.tensor(&self.layout.pair_edge),
            kind_table,
            time_weight: self.tensor(&self.layout.pair_time),
        }
    }

    /// Inputs of the path score that all candidates share: minutes and stops of the route, and the whole state.
    pub(crate) fn path_constants(&self, seen: &Observation) -> Vec<f32> {
        let [_, _, minutes, stops] = self.normalisers().path;
        let [route_minutes, route_stops] = seen.route_size();
        let mut constants = vec![minutes.apply(route_minutes), stops.apply(route_stops)];
        debug_assert_eq!(constants.len() + VARYING, 1 + PATH_FEATURES);
        constants.extend(self.globals(seen));
        constants
    }

    /// The first layer of the path score without the inputs that differ between candidates.
    pub(crate) fn path_base(&self, seen: &Observation) -> Vec<f32> {
        let layout = &self.layout.path;
        let mut base = self.tensor(&layout.bias).to_vec();
        let weights =
            self.tensor(&self.layout.path_input)[VARYING * layout.hidden..].chunks_exact(layout.hidden);
        for (value, weights) in self.path_constants(seen).into_iter().zip(weights) {
            base.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        base
    }

    /// First layer of the path score of some candidates.
    pub(crate) fn path_rows(
        &self,
        arithmetic: &dyn Arithmetic,
        space: &mut Workspace,
        base: &[f32],
        candidates: Range<usize>,
    ) {
        let hidden = self.layout.path.hidden;
        let inputs = &space.path_inputs[candidates.start * VARYING..candidates.end * VARYING];
        let rows = space.rows.repeated(base, candidates.len());
        let weight = &self.tensor(&self.layout.path_input)[..VARYING * hidden];
        arithmetic.multiply(inputs, VARYING, weight, hidden, rows);
    }

    /// Inputs of the halting score beside the embeddings: minutes of the route, and the whole state.
    pub(crate) fn halt_inputs(&self, seen: &Observation) -> Vec<f32> {
        let [_, _, minutes, _] = self.normalisers().path;
        std::iter::once(minutes.apply(seen.route_size()[0])).chain(self.globals(seen)).collect()
    }

    /// The first and last stop of the route: the sum of their embeddings, and the difference where direction
    /// matters.
    pub(crate) fn end_embeddings(
        &self,
        seen: &Observation,
        space: &Workspace,
    ) -> (Vec<f32>, Option<Vec<f32>>) {
        let width = self.architecture().embedding_width();
        let embeddings = space.layers.last().map_or(&space.nodes, |layer| &layer.out);
        let (first, last) = end_stops(seen);
        let ends = || embeddings[first * width..][..width].iter().zip(&embeddings[last * width..][..width]);
        let sum = ends().map(|(first, last)| first + last).collect();
        let is_directed = !seen.city().is_symmetric();
        (sum, is_directed.then(|| ends().map(|(first, last)| first - last).collect()))
    }

    /// First layer of the halting score.
    pub(crate) fn halt_row(&self, arithmetic: &dyn Arithmetic, seen: &Observation, space: &mut Workspace) {
        let (width, layout) = (self.architecture().embedding_width(), &self.layout.halt);
        let (sum, difference) = self.end_embeddings(seen, space);
        let row = space.rows.repeated(self.tensor(&layout.bias), 1);
        arithmetic.multiply(&sum, width, self.tensor(&layout.sum), layout.hidden, row);
        if let Some(difference) = difference {
            arithmetic.multiply(&difference, width, self.tensor(&layout.difference), layout.hidden, row);
        }
        let inputs = self.halt_inputs(seen);
        arithmetic.multiply(&inputs, inputs.len(), self.tensor(&self.layout.halt_input), layout.hidden, row);
    }

    /// The normalised global inputs of this net.
    fn globals(&self, seen: &Observation) -> impl Iterator<Item = f32> {
        let values = seen.all_globals().iter().zip(&self.normalisers().global);
        values.take(self.architecture().inputs.global_count()).map(|(&value, scale)| scale.apply(value))
    }

    pub(crate) fn scorer<'a>(
        &'a self,
        layout: &ScorerLayout,
        transposes: &'a ScorerTransposes,
    ) -> Scorer<'a> {
        Scorer {
            hidden: layout.hidden,
            second: self.tensor(&layout.second),
            second_transposed: &transposes.second,
            second_bias: self.tensor(&layout.second_bias),
            last: self.tensor(&layout.last),
            last_bias: self.tensor(&layout.last_bias)[0],
        }
    }

    pub(crate) fn tensor(&self, range: &Range<usize>) -> &[f32] {
        &self.packed().parameters[range.clone()]
    }
}

/// The ends of the route in progress.
pub(crate) fn end_stops(seen: &Observation) -> (usize, usize) {
    let ends = seen.route.first().zip(seen.route.last());
    let (&first, &last) = ends.expect("a route that may be halted has stops");
    (first as usize, last as usize)
}

//! Trip times between all pairs, held in one integer width.

use routewright_model::City;

use crate::kernel::direct::direct_saving;
use crate::kernel::insert::{Added, Base, Scratch, trips_with};
use crate::kernel::order::compact_order;
use crate::kernel::sample::{Sample, Sampled};
use crate::kernel::scan::scan;
use crate::kernel::standing::Standing;
use crate::kernel::sum::{Trips, longest_served, row_trips};
use crate::kernel::{Lanes, Time};
use crate::lines::{Line, Lines};
use crate::weights::Weights;

/// Trip times over some lines, and their total with one more line.
pub(crate) trait TripTimes: Send {
    /// Computes all trips over the lines and their total.
    fn fill(&mut self, lines: &Lines) -> Trips;
    /// The total with one more line on top of those of the last [`TripTimes::fill`]. Leaves
    /// everything as it was.
    fn with_line(&mut self, line: Line<'_>) -> Trips;
    /// Seconds that one more line saves trips that ride nothing else, weighted.
    fn direct_saving(&mut self, line: Line<'_>) -> u64;
    /// Computes all trips over the lines of a network that will change line by line.
    fn stand(&mut self, city: &City, lines: &Lines, threads: usize);
    /// The total of all trips over the standing network.
    fn standing_total(&self) -> Trips;
    /// Replaces a line of the standing network by the last of `lines`, which are all that run then. What becomes of the
    /// trips.
    fn exchange(&mut self, old: Line<'_>, lines: &Lines, threads: usize) -> Trips;
    /// Undoes what was done to the standing network since it was last settled.
    fn undo(&mut self);
    /// Leaves the standing network as it is: it cannot be undone any more.
    fn settle(&mut self);
    /// Looks at trips over the lines from and to these nodes in [`TripTimes::sampled_saving`]; see [`SAMPLE_SIZE`]. A trip
    /// that takes more seconds than `longest` counts as that long.
    fn sample(&mut self, lines: &Lines, nodes: &[Sampled], longest: u32);
    /// Seconds that one more line saves, weighted, by the sampled trips.
    fn sampled_saving(&mut self, line: Line<'_>) -> f64;
    /// The total of the last [`TripTimes::fill`].
    fn total(&self) -> Trips;
    /// Sum of the weights of all pairs, and how many pairs have demand.
    fn demand(&self) -> (u64, usize);
}

/// Nodes that a sample has room for, in cities large enough for one.
pub(crate) const SAMPLE_SIZE: usize = 128;

/// Origins in a group of the standing network.
const STANDING_LANES: usize = 64;

/// What must be true before lines are exchanged.
const STANDS: &str = "a network stands before it is changed";

/// Trip times of a city, with groups of lanes that fit its size.
pub(crate) fn trip_times<T: Time>(city: &City, penalty: u32) -> Box<dyn TripTimes> {
    match city.node_count() {
        ..=64 => Box::new(Engine::<T, 64>::new(city, penalty)),
        65..=96 => Box::new(Engine::<T, 96>::new(city, penalty)),
        _ => Box::new(Engine::<T, 128>::new(city, penalty)),
    }
}

/// Matrices of one city and the room to work on them. Allocates only when a network is larger than any
/// before.
struct Engine<T, const N: usize> {
    weights: Weights<N>,
    n: usize,
    width: usize,
    penalty: T,
    /// Row `d`, lane `o`: time from `o` to `d`, a penalty with every ride; zeros beyond lane `n`.
    arrivals: Vec<Lanes<T, N>>,
    /// Its transpose; empty while all lines are symmetric.
    departures: Vec<Lanes<T, N>>,
    rows: Vec<Trips>,
    /// Whether the trips into a node that all can reach may be summed in 32 bits.
    sums_are_short: bool,
    total: Trips,
    tile: Vec<Lanes<T, N>>,
    due: Vec<u64>,
    scratch: Scratch<T, N>,
    /// Trips over a network that changes line by line, once there is one.
    standing: Option<Box<Standing<T, STANDING_LANES>>>,
    sample: Sample<T, N>,
    line: PlainLine,
}

impl<T: Time, const N: usize> Engine<T, N> {
    fn new(city: &City, penalty: u32) -> Self {
        let n = city.node_count();
        let width = n.div_ceil(N);
        Self {
            weights: Weights::new(city),
            n,
            width,
            penalty: T::from_seconds(penalty),
            arrivals: vec![Lanes::splat(T::ZERO); n * width],
            departures: Vec::new(),
            rows: vec![Trips::default(); n],
            sums_are_short: false,
            total: Trips::default(),
            tile: vec![Lanes::splat(T::ZERO); n],
            due: Vec::new(),
            scratch: Scratch::new(),
            standing: None,
            sample: Sample::new(),
            line: PlainLine::default(),
        }
    }

    /// Makes ready for one more line.
    fn take(&mut self, line: Line<'_>) {
        self.line.set(line);
        if self.departures.is_empty() && !line.is_symmetric() {
            self.transpose();
        }
    }

    fn transpose(&mut self) {
        const TILE: usize = 32;
        let (n, width) = (self.n, self.width);
        self.departures.resize(self.arrivals.len(), Lanes::splat(T::ZERO));
        // Tile by tile, so that rows and columns stay in the cache. Every group of lanes is some whole tiles.
        for first_to in (0..n).step_by(TILE) {
            for first_from in (0..n).step_by(TILE) {
                let mut tile = [[T::ZERO; TILE]; TILE];
                for (row, to) in tile.iter_mut().zip(first_to..n) {
                    let lanes = &self.arrivals[to * width + first_from / N].0;
                    row.copy_from_slice(&lanes[first_from % N..][..TILE]);
                }
                for (lane, from) in (0..TILE).zip(first_from..n) {
                    let lanes = &mut self.departures[from * width + first_to / N].0;
                    let column = &mut lanes[first_to % N..][..TILE];
                    column.iter_mut().zip(&tile).for_each(|(time, row)| *time = row[lane]);
                }
            }
        }
    }
}

impl<T: Time, const N: usize> TripTimes for Engine<T, N> {
    fn fill(&mut self, lines: &Lines) -> Trips {
        self.due.resize(lines.words(), 0);
        for group in 0..self.width {
            scan(lines, self.penalty, group, &mut self.tile, &mut self.due);
            let beyond = self.n.saturating_sub(group * N).min(N);
            for (node, lanes) in self.tile.iter_mut().enumerate() {
                lanes.0[beyond..].fill(T::ZERO);
                self.arrivals[node * self.width + group] = *lanes;
            }
        }
        self.departures.clear();
        if !lines.is_symmetric() {
            self.transpose();
        }
        self.total = Trips::default();
        for node in 0..self.n {
            let row = &self.arrivals[node * self.width..][..self.width];
            self.rows[node] = row_trips(row, self.weights.to_node(node));
            self.total.add(self.rows[node]);
        }
        let most = longest_served(&self.arrivals).widen().saturating_mul(self.weights.busiest);
        self.sums_are_short = T::IS_SHORT && self.weights.are_short() && most <= i32::MAX as u64;
        self.total
    }

    fn stand(&mut self, city: &City, lines: &Lines, threads: usize) {
        let (weights, n) = (&self.weights, self.n);
        let make = || Box::new(Standing::new(&compact_order(city, STANDING_LANES), n, weights));
        self.standing.get_or_insert_with(make).fill(lines, self.penalty, threads);
    }

    fn standing_total(&self) -> Trips {
        self.standing.as_ref().expect(STANDS).total()
    }

    fn exchange(&mut self, old: Line<'_>, lines: &Lines, threads: usize) -> Trips {
        self.line.set(old);
        let standing = self.standing.as_mut().expect(STANDS);
        standing.exchange(self.line.added(), lines, self.penalty, threads);
        standing.total()
    }

    fn undo(&mut self) {
        self.standing.as_mut().expect(STANDS).undo();
    }

    fn settle(&mut self) {
        self.standing.as_mut().expect(STANDS).settle();
    }

    fn with_line(&mut self, line: Line<'_>) -> Trips {
        self.take(line);
        let base = base(&self.arrivals, &self.departures, self.width, self.penalty, self.sums_are_short);
        trips_with(base, self.line.added(), &self.weights, &self.rows, self.total, &mut self.scratch)
    }

    fn direct_saving(&mut self, line: Line<'_>) -> u64 {
        self.take(line);
        let base = base(&self.arrivals, &self.departures, self.width, self.penalty, self.sums_are_short);
        direct_saving(base, self.line.added(), &self.weights)
    }

    fn sample(&mut self, lines: &Lines, nodes: &[Sampled], longest: u32) {
        self.due.resize(lines.words(), 0);
        let longest = T::from_seconds(longest.saturating_add(self.penalty.widen() as u32));
        self.sample.take(nodes, lines, (self.penalty, longest), &self.weights, &mut self.due);
    }

    fn sampled_saving(&mut self, line: Line<'_>) -> f64 {
        self.line.set(line);
        self.sample.saving(self.line.added(), self.penalty, &self.weights, &mut self.scratch)
    }

    fn total(&self) -> Trips {
        self.total
    }

    fn demand(&self) -> (u64, usize) {
        (self.weights.total, self.weights.pairs)
    }
}

/// What is known without the line: departures are the arrivals themselves where all lines are symmetric.
fn base<'a, T: Time, const N: usize>(
    arrivals: &'a [Lanes<T, N>],
    departures: &'a [Lanes<T, N>],
    width: usize,
    penalty: T,
    sums_are_short: bool,
) -> Base<'a, T, N> {
    let departures = if departures.is_empty() { arrivals } else { departures };
    Base {
        arrivals,
        departures,
        whole_arrivals: arrivals,
        whole_departures: departures,
        width,
        penalty,
        sums_are_short,
    }
}

/// A line in plain numbers.
#[derive(Default)]
struct PlainLine {
    stops: Vec<u32>,
    legs_out: Vec<u32>,
    legs_back: Vec<u32>,
    is_one_way: bool,
}

impl PlainLine {
    fn set(&mut self, line: Line<'_>) {
        self.stops.clear();
        self.stops.extend(line.stops.iter().map(|stop| stop.index() as u32));
        self.legs_out.clear();
        self.legs_out.extend(line.legs_out.iter().map(|leg| leg.0));
        self.legs_back.clear();
        self.legs_back.extend(line.legs_back.unwrap_or_default().iter().map(|leg| leg.0));
        self.is_one_way = line.legs_back.is_none();
    }

    fn added(&self) -> Added<'_> {
        let legs_back = (!self.is_one_way).then_some(&*self.legs_back);
        Added { stops: &self.stops, legs_out: &self.legs_out, legs_back }
    }
}

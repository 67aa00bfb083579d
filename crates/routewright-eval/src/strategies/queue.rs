//! Places by time, the earliest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Spans of time that are kept apart.
const SPANS: usize = 512;

/// Places to look at, each at a time that is not before the one that was taken last. What comes later than the span of time
/// under way only waits in a list; a heap holds the few that come next.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    /// The latest time of any use.
    end: f64,
    per_minute: f64,
    /// The span under way.
    now: usize,
    /// The entry of each span that was added last; `NONE` where it has none.
    last: Vec<u32>,
    waiting: Vec<Waiting>,
    next: BinaryHeap<Reverse<(u64, u32)>>,
}

/// An entry of a span that has not begun.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    bits: u64,
    place: u32,
    /// The entry of the same span that was added before.
    before: u32,
}

/// No entry.
const NONE: u32 = u32::MAX;

impl Queue {
    /// Forgets everything; times after `end` are of no use from now on.
    pub fn restart(&mut self, end: f64) {
        self.last.clear();
        self.last.resize(SPANS, NONE);
        self.waiting.clear();
        self.next.clear();
        self.now = 0;
        self.end = end;
        self.per_minute = if end > 0.0 { SPANS as f64 / end } else { 0.0 };
    }

    /// Adds a place at a time, which is not negative.
    #[inline(always)]
    pub fn push(&mut self, minutes: f64, place: u32) {
        if minutes > self.end {
            return;
        }
        // Numbers that are not negative sort like their bits.
        let (bits, span) = (minutes.to_bits(), ((minutes * self.per_minute) as usize).min(SPANS - 1));
        if span <= self.now {
            return self.next.push(Reverse((bits, place)));
        }
        let entry = self.waiting.len() as u32;
        let before = std::mem::replace(&mut self.last[span], entry);
        self.waiting.push(Waiting { bits, place, before });
    }

    /// Takes the earliest; of several places at one time, the first.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(f64, u32)> {
        while self.next.is_empty() && self.now + 1 < SPANS {
            self.now += 1;
            let mut entry = self.last[self.now];
            while entry != NONE {
                let Waiting { bits, place, before } = self.waiting[entry as usize];
                self.next.push(Reverse((bits, place)));
                entry = before;
            }
        }
        self.next.pop().map(|Reverse((bits, place))| (f64::from_bits(bits), place))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn times_come_in_order(
            end in prop_oneof![Just(120.0), Just(f64::INFINITY), 0.0..50.0f64],
            steps in prop::collection::vec((any::<bool>(), 0.0..30.0f64, 0..9u32), 1..200),
        ) {
            let (mut queue, mut plain, mut last) = (Queue::default(), BinaryHeap::new(), 0.0);
            queue.push(1.0, 1);
            queue.restart(end);
            for (is_push, later, place) in steps {
                if is_push {
                    // Some at the very same time.
                    let minutes = last + (later * 4.0).floor() / 4.0;
                    queue.push(minutes, place);
                    if minutes <= end {
                        plain.push(Reverse((minutes.to_bits(), place)));
                    }
                } else {
                    let expected = plain.pop().map(|Reverse((bits, place))| (f64::from_bits(bits), place));
                    prop_assert_eq!(queue.pop(), expected);
                    last = expected.map_or(last, |(minutes, _)| minutes);
                }
            }
        }
    }
}

//! Groups that a path touches while it grows and shrinks.

use super::prices::{Partition, Prices};
use super::streets::Streets;

/// Which groups of each partition the present path touches.
pub(super) struct GroupVisits<'a> {
    partitions: &'a [Partition],
    /// Partitions with a price that each link crosses: `crossed[first[link]..first[link + 1]]`, with the
    /// place in `visits` of the group it leads to.
    crossed: Vec<(f64, usize)>,
    first: Vec<usize>,
    /// Times that the path came to each group of each partition.
    visits: Vec<u32>,
}

impl<'a> GroupVisits<'a> {
    pub fn new(streets: &Streets, partitions: &'a [Partition], prices: &Prices) -> Self {
        let groups = partitions.iter().map(|partition| partition.group_count).sum();
        let mut visits = Self { partitions, crossed: Vec::new(), first: vec![0], visits: vec![0; groups] };
        for from in 0..streets.node_count() {
            for link in streets.links_from(from) {
                let (mut offset, to) = (0, streets.to[link]);
                for (partition, &price) in partitions.iter().zip(&prices.partitions) {
                    if price > 0.0 && partition.group[from] != partition.group[to] {
                        visits.crossed.push((price, offset + partition.group[to] as usize));
                    }
                    offset += partition.group_count;
                }
                visits.first.push(visits.crossed.len());
            }
        }
        visits
    }

    pub fn start(&mut self, node: usize) {
        self.visits.fill(0);
        let mut offset = 0;
        for partition in self.partitions {
            self.visits[offset + partition.group[node] as usize] = 1;
            offset += partition.group_count;
        }
    }

    /// Partitions with a price that a link crosses.
    pub fn crossed_by(&self, link: usize) -> usize {
        self.first[link + 1] - self.first[link]
    }

    /// What a walk is paid for the link and a path is not, because it has been in the group before.
    pub fn repaid(&self, link: usize) -> f64 {
        let crossed = &self.crossed[self.first[link]..self.first[link + 1]];
        crossed.iter().filter(|(_, group)| self.visits[*group] > 0).map(|(price, _)| price).sum()
    }

    pub fn enter(&mut self, link: usize) {
        for &(_, group) in &self.crossed[self.first[link]..self.first[link + 1]] {
            self.visits[group] += 1;
        }
    }

    pub fn leave(&mut self, link: usize) {
        for &(_, group) in &self.crossed[self.first[link]..self.first[link + 1]] {
            self.visits[group] -= 1;
        }
    }
}

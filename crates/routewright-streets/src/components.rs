//! Parts of a directed graph in which every point can be reached from every other.

/// The part of each of `count` points, by Tarjan's algorithm without recursion. Parts are numbered in an
/// order that depends on the graph alone.
pub fn strong_components<I: Iterator<Item = usize>>(
    count: usize,
    leads_to: impl Fn(usize) -> I,
) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let (mut order, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut part = vec![UNSEEN; count];
    let (mut waiting, mut next_order, mut next_part) = (Vec::new(), 0, 0);
    let mut path: Vec<(usize, I)> = Vec::new();
    for root in 0..count {
        if order[root] != UNSEEN {
            continue;
        }
        path.push((root, leads_to(root)));
        while let Some((at, targets)) = path.last_mut() {
            let at = *at;
            if order[at] == UNSEEN {
                (order[at], low[at]) = (next_order, next_order);
                next_order += 1;
                waiting.push(at);
            }
            if let Some(to) = targets.next() {
                if order[to] == UNSEEN {
                    path.push((to, leads_to(to)));
                } else if part[to] == UNSEEN {
                    low[at] = low[at].min(order[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before] = low[before].min(low[at]);
            }
            if low[at] == order[at] {
                while let Some(member) = waiting.pop() {
                    part[member] = next_part;
                    if member == at {
                        break;
                    }
                }
                next_part += 1;
            }
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_one_part_and_a_dead_end_its_own() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3, 4 alone.
        let graph = [vec![1], vec![2], vec![0, 3], vec![], vec![]];
        let parts = strong_components(5, |at| graph[at].iter().copied());
        assert!(parts[0] == parts[1] && parts[1] == parts[2]);
        assert!(parts[3] != parts[0] && parts[4] != parts[0] && parts[3] != parts[4]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let n = 200_000;
        let parts = strong_components(n, |at| (at + 1 < n).then_some(at + 1).into_iter());
        assert_eq!(parts.iter().max(), Some(&(n - 1)));
    }
}

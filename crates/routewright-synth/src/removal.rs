//! Taking streets away, for variety.

use rand::Rng;

use crate::CityKind;
use crate::draw::{shuffle, unit};
use crate::layout::{Components, Layout};

/// Cities drawn in the paper's way before streets are put back instead.
const TRIES: usize = 100;

/// Draws a layout and removes each street with probability `removal` (rho), for kinds that have it.
///
/// The paper discards a city that falls apart and starts again. A large one nearly always falls apart, so
/// that this would never end. Deviation: after a hundred tries the last layout is kept, its parts are joined
/// by the shortest streets if it was in pieces from the start, and of the streets removed those that connect
/// two parts are put back in random order until all hangs together. Cities of the training size are hardly
/// ever made that way.
pub(crate) fn connected_layout(
    kind: CityKind,
    node_count: usize,
    removal: f64,
    rng: &mut impl Rng,
) -> Layout {
    let mut layout = Layout::draw(kind, node_count, rng);
    if !kind.has_removal() {
        return layout;
    }
    for attempt in 0..TRIES {
        if attempt > 0 && kind == CityKind::NearestNeighbours {
            layout = Layout::draw(kind, node_count, rng); // a grid would only be the same again
        }
        if layout.is_connected() {
            let (thinned, _) = remove(&layout, removal, rng);
            if thinned.is_connected() {
                return thinned;
            }
        }
    }
    layout.join_parts();
    let (mut thinned, mut removed) = remove(&layout, removal, rng);
    shuffle(rng, &mut removed);
    put_back(&mut thinned, &removed);
    thinned
}

/// The layout with some streets gone, and those streets.
fn remove(layout: &Layout, removal: f64, rng: &mut impl Rng) -> (Layout, Vec<(u32, u32)>) {
    let (removed, streets) = layout.streets.iter().partition(|_| unit(rng) < removal);
    (Layout { points: layout.points.clone(), streets }, removed)
}

/// Adds each removed street that connects two parts.
fn put_back(layout: &mut Layout, removed: &[(u32, u32)]) {
    let mut parts = Components::new(layout.points.len());
    for &(a, b) in &layout.streets {
        parts.join(a, b);
    }
    layout.streets.extend(removed.iter().filter(|&&(a, b)| parts.join(a, b)));
    layout.streets.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Stream, stream};

    #[test]
    fn removing_everything_leaves_a_tree() {
        for kind in CityKind::ALL.into_iter().filter(|kind| kind.has_removal()) {
            let layout = connected_layout(kind, 50, 1.0, &mut stream(1, Stream::Streets));
            assert!(layout.is_connected());
            assert_eq!(layout.streets.len(), 49);
        }
    }

    #[test]
    fn about_the_right_share_of_streets_goes() {
        let rng = &mut stream(2, Stream::Streets);
        let full = Layout::draw(CityKind::Grid8, 2500, rng);
        let thinned = connected_layout(CityKind::Grid8, 2500, 0.3, rng);
        let share = thinned.streets.len() as f64 / full.streets.len() as f64;
        assert!((0.68..0.72).contains(&share), "{share}");
    }

    #[test]
    fn large_layouts_are_quick() {
        for kind in CityKind::ALL {
            let layout = connected_layout(kind, 5000, 0.3, &mut stream(3, Stream::Streets));
            assert_eq!(layout.points.len(), 5000);
            assert!(layout.is_connected());
        }
    }
}

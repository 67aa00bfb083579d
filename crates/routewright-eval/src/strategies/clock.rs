//! What a clock shows for trips whose strategies are known.

use super::RiderCosts;
use super::labels::{Choice, Labels};
use super::timetable::Timetable;

/// Minutes by the clock from every place to a destination: walking, waiting and riding. Infinite where a trip is not
/// made.
pub(super) fn clock_to(
    labels: &mut Labels,
    table: &Timetable,
    destination: u32,
    costs: &RiderCosts,
) -> Vec<f64> {
    let nobody = vec![false; table.place_count];
    labels.set_later(table, destination, costs, (&nobody, 0));
    labels.set_first(table, destination, costs);
    clock_of_labels(labels, table, destination, costs)
}

/// The same where the labels of all riders are set.
pub(super) fn clock_of_labels(
    labels: &Labels,
    table: &Timetable,
    destination: u32,
    costs: &RiderCosts,
) -> Vec<f64> {
    let mut later = vec![f64::INFINITY; table.place_count];
    for &place in &labels.later.order {
        let choice = labels.later_choice(table, place, costs);
        let clock = clock_of(labels, table, &choice, costs, &later, &later);
        later[place as usize] = if place == destination { 0.0 } else { clock };
    }
    let mut first = vec![f64::INFINITY; table.place_count];
    for &place in &labels.first.order {
        let choice = labels.first_choice(table, place, costs);
        let clock = clock_of(labels, table, &choice, costs, &first, &later);
        let is_made = labels.first.minutes[place as usize] <= costs.give_up;
        first[place as usize] = match is_made {
            _ if place == destination => 0.0,
            true => clock,
            false => f64::INFINITY,
        };
    }
    first
}

/// Minutes by the clock of a choice, given those at the places it leads to: on foot, and where riders get off.
fn clock_of(
    labels: &Labels,
    table: &Timetable,
    choice: &Choice<'_>,
    costs: &RiderCosts,
    on_foot: &[f64],
    later: &[f64],
) -> f64 {
    match *choice {
        Choice::Walk(walk) => table.walks[walk].minutes + on_foot[table.walks[walk].to as usize],
        Choice::Wait(calls, frequency) => {
            let after = |&call: &u32| {
                let (call, exit) = (call as usize, labels.exit[call as usize] as usize);
                let riding: f64 = table.leg[call..exit].iter().sum();
                table.frequency[call] / frequency * (riding + later[table.place[exit] as usize])
            };
            costs.wait_factor / frequency + calls.iter().map(after).sum::<f64>()
        }
    }
}

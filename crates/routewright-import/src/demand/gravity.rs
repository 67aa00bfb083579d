//! Demand estimated from people and jobs.

use libm::exp;

use crate::GravityConfig;

/// Rounds of balancing; a city is balanced long before.
const MOST_ROUNDS: usize = 200;

/// Trips between all pairs, row-major, by a doubly constrained gravity model:
///
/// `trips(i, j) = a(i) P(i) b(j) A(j) exp(-minutes(i, j) / decay)`, nothing from a zone to itself,
///
/// where `a` and `b` are balanced in turn until as many trips end at `j` as its share of all attraction
/// says. The last round is that of the origins, so that `P(i) * trips_per_production` trips start at `i`.
/// Then `return_share` of them come back the other way.
pub(crate) fn gravity(
    config: &GravityConfig,
    productions: &[f64],
    attractions: &[f64],
    minutes: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let n = productions.len();
    let starts: Vec<f64> = productions.iter().map(|p| p * config.trips_per_production).collect();
    let total: f64 = starts.iter().sum();
    let all_attraction: f64 = attractions.iter().sum();
    let ends: Vec<f64> = attractions.iter().map(|a| a / all_attraction * total).collect();
    let mut interest = vec![0.0; n * n];
    for from in 0..n {
        for to in 0..n {
            if from != to && starts[from] > 0.0 && ends[to] > 0.0 {
                interest[from * n + to] = exp(-minutes(from, to) / config.decay_minutes);
            }
        }
    }
    let mut b = vec![1.0; n];
    let mut a = balance_origins(n, &interest, &starts, &ends, &b);
    for _ in 0..MOST_ROUNDS {
        let reached: Vec<f64> = (0..n)
            .map(|to| (0..n).map(|from| a[from] * starts[from] * interest[from * n + to]).sum::<f64>())
            .collect();
        let mut worst: f64 = 0.0;
        for to in 0..n {
            if reached[to] > 0.0 {
                worst = worst.max((b[to] * reached[to] - 1.0).abs());
                b[to] = 1.0 / reached[to];
            }
        }
        a = balance_origins(n, &interest, &starts, &ends, &b);
        if worst < 1e-6 {
            break;
        }
    }
    let mut trips = interest;
    for from in 0..n {
        for to in 0..n {
            trips[from * n + to] *= a[from] * starts[from] * b[to] * ends[to];
        }
    }
    if config.return_share > 0.0 {
        for i in 0..n {
            for j in 0..i {
                let (out, back) = (trips[i * n + j], trips[j * n + i]);
                trips[i * n + j] = out + config.return_share * back;
                trips[j * n + i] = back + config.return_share * out;
            }
        }
    }
    trips
}

fn balance_origins(n: usize, interest: &[f64], starts: &[f64], ends: &[f64], b: &[f64]) -> Vec<f64> {
    (0..n)
        .map(|from| {
            let reach: f64 = (0..n).map(|to| interest[from * n + to] * b[to] * ends[to]).sum();
            if reach > 0.0 && starts[from] > 0.0 { 1.0 / reach } else { 0.0 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_WAY: GravityConfig =
        GravityConfig { trips_per_production: 2.0, decay_minutes: 10.0, return_share: 0.0 };

    #[test]
    fn both_ends_get_what_they_should() {
        let (people, jobs) = ([10.0, 20.0, 0.0, 5.0], [1.0, 2.0, 6.0, 1.0]);
        let trips = gravity(&ONE_WAY, &people, &jobs, |i, j| 5.0 * i.abs_diff(j) as f64);
        for i in 0..4 {
            let started: f64 = (0..4).map(|j| trips[i * 4 + j]).sum();
            let ended: f64 = (0..4).map(|j| trips[j * 4 + i]).sum();
            assert!((started - 2.0 * people[i]).abs() < 1e-9, "{i}: {started}");
            assert!((ended - 70.0 * jobs[i] / 10.0).abs() < 1e-3, "{i}: {ended}");
            assert_eq!(trips[i * 4 + i], 0.0);
        }
    }

    #[test]
    fn two_choices_split_by_the_exponential() {
        // One origin, two equal destinations 10 and 20 minutes away. With one origin, balancing the
        // destinations gives each half; the decay only shows where destinations compete for origins.
        let trips = gravity(&ONE_WAY, &[1.0, 0.0, 0.0], &[0.0, 1.0, 1.0], |_, j| 10.0 * j as f64);
        assert!((trips[1] - 1.0).abs() < 1e-6 && (trips[2] - 1.0).abs() < 1e-6);
        // Two origins, two destinations, near ones 0 and far ones 10 minutes away: by symmetry all balancing
        // factors are equal, so that near and far trips stand e to 1.
        let minutes = |i: usize, j: usize| if (i, j) == (0, 2) || (i, j) == (1, 3) { 0.0 } else { 10.0 };
        let trips = gravity(&ONE_WAY, &[1.0, 1.0, 0.0, 0.0], &[0.0, 0.0, 1.0, 1.0], minutes);
        assert!((trips[2] / trips[3] - std::f64::consts::E).abs() < 1e-4);
    }

    #[test]
    fn people_come_back() {
        let config = GravityConfig { return_share: 0.5, ..ONE_WAY };
        let trips = gravity(&config, &[1.0, 0.0], &[0.0, 1.0], |_, _| 3.0);
        assert_eq!(trips, [0.0, 2.0, 1.0, 0.0]);
    }
}

//! Round numbers for axes.

/// Multiples of 1, 2 or 5 times a power of ten from `least` to `most`, about `count` of them, and the
/// decimals needed to write them.
pub(crate) fn round_ticks(least: f64, most: f64, count: usize) -> (Vec<f64>, usize) {
    let rough = (most - least) / count as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let first = (least / step).ceil() as i64;
    let last = (most / step + 1e-9).floor() as i64;
    ((first..=last).map(|at| at as f64 * step).collect(), digits)
}

/// Common steps of time, in seconds.
const TIME_STEPS: [f64; 23] = [
    0.001, 0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 1800.0,
    3600.0, 7200.0, 14400.0, 21600.0, 43200.0, 86400.0,
];

/// Times from zero to `most` seconds, about `count` of them.
pub(crate) fn time_ticks(most: f64, count: usize) -> Vec<f64> {
    let rough = most / count as f64;
    let largest = TIME_STEPS[TIME_STEPS.len() - 1];
    let whole_days = (rough / largest).ceil() * largest;
    let step = TIME_STEPS.into_iter().find(|step| *step >= rough).unwrap_or(whole_days);
    (0..=(most / step + 1e-9) as usize).map(|at| at as f64 * step).collect()
}

/// Times for a log scale, in seconds: about one per decade, or more where that would be too few.
pub(crate) fn log_time_ticks(least: f64, most: f64) -> Vec<f64> {
    let coarse = [0.001, 0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0, 36000.0, 86400.0, 864_000.0];
    let inside = |moments: &[f64]| -> Vec<f64> {
        moments.iter().copied().filter(|moment| (least..=most).contains(moment)).collect()
    };
    let ticks = inside(&coarse);
    if ticks.len() >= 4 { ticks } else { inside(&FINE_LOG_STEPS) }
}

const FINE_LOG_STEPS: [f64; 26] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 120.0, 300.0,
    600.0, 1200.0, 3600.0, 7200.0, 18000.0, 36000.0, 86400.0, 172_800.0, 432_000.0,
];

/// A time as people write it: `0.1 s`, `20 s`, `5 min`, `2 h`.
pub(crate) fn time_label(seconds: f64) -> String {
    let (value, unit) = match seconds {
        ..60.0 => (seconds, "s"),
        ..3600.0 => (seconds / 60.0, "min"),
        _ => (seconds / 3600.0, "h"),
    };
    let text = format!("{value:.3}");
    format!("{} {unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(round_ticks(0.0, 10.0, 5), (vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0], 0));
        let (ticks, digits) = round_ticks(0.923, 1.061, 4);
        assert_eq!(digits, 2);
        assert_eq!(ticks.len(), 3);
        assert!(ticks.iter().all(|tick| (0.923..1.061).contains(tick)), "{ticks:?}");
        assert_eq!(time_ticks(20.0, 5), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(time_ticks(3000.0, 5), [0.0, 600.0, 1200.0, 1800.0, 2400.0, 3000.0]);
        assert_eq!(log_time_ticks(0.05, 100.0), [0.1, 1.0, 10.0, 60.0]);
        assert_eq!(log_time_ticks(0.4, 12.0), [0.5, 1.0, 2.0, 5.0, 10.0]);
    }

    #[test]
    fn times_are_written_as_people_do() {
        let labels = [0.0, 0.1, 20.0, 90.0, 7200.0].map(time_label);
        assert_eq!(labels, ["0 s", "0.1 s", "20 s", "1.5 min", "2 h"]);
    }
}

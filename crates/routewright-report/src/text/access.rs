//! Access as text.

use routewright_eval::Access;

use super::TextTable;
use crate::words::{access_assumptions, access_rows};

/// People and jobs with access, and what that assumes.
pub fn access_table(access: &Access) -> String {
    let mut table = TextTable::default();
    for (name, percent) in access_rows(access) {
        table.row(lower_case(&name), format!("{percent:.1} %"));
    }
    format!("access, with {}:\n{}", access_assumptions(&access.assumptions), table.render())
}

/// Names of rows start lower case in a terminal.
fn lower_case(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use routewright_eval::AccessAssumptions;
    use routewright_model::Seconds;

    use super::*;

    #[test]
    fn figures_and_assumptions_are_printed() {
        let access = Access {
            people_served: 0.5,
            jobs_served: 1.0,
            jobs_within: [0.1, 0.25, 0.333],
            assumptions: AccessAssumptions { walking: Seconds(600), waiting: Seconds(450) },
        };
        let expected = "\
access, with 10 min of walking and 7.5 min of waiting (half a headway) per trip:
  people in a served zone           50.0 %
  jobs in a served zone             100.0 %
  jobs within 30 min, door to door  10.0 %
  jobs within 45 min                25.0 %
  jobs within 60 min                33.3 %
";
        assert_eq!(access_table(&access), expected);
    }
}

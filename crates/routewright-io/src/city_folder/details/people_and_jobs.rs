//! `zones.csv`: where people live and work.

use routewright_model::{City, PeopleAndJobs};

use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::{number, shown};
use crate::{InputErrors, TextFile};

/// Checks people and jobs: columns `id`, `people` (or `population`), `jobs`. Nodes that are not named have neither; zones that
/// are not nodes of the city were left out of it and are skipped.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn parse_people_and_jobs(city: &City, file: &TextFile) -> Result<PeopleAndJobs, InputErrors> {
    let mut problems = Problems::default();
    let (mut people, mut jobs) = (vec![0.0; city.node_count()], vec![0.0; city.node_count()]);
    let columns = [
        Column::needed("id"),
        Column::optional("people", "0").or("population").number(),
        Column::optional("jobs", "0").number(),
    ];
    if let Some(mut table) = CsvTable::open(file, columns, &mut problems) {
        while let Some((line, [id, people_text, jobs_text])) = table.next(&mut problems) {
            let Some(node) = city.node_named(id) else { continue };
            for (name, text, counts) in [("people", people_text, &mut people), ("jobs", jobs_text, &mut jobs)]
            {
                match number(text).filter(|count| *count >= 0.0) {
                    Some(count) => counts[node.index()] += count,
                    None => {
                        let problem = format!("{name} of zone {} is {}", shown(id), shown(text));
                        problems.add(file.at(line), "people-001", problem, "give a number, zero or more");
                    }
                }
            }
        }
    }
    problems.or(())?;
    Ok(PeopleAndJobs::new(people, jobs).expect("every node has counts that were checked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_jobs_are_read_by_node() {
        let text = "jobs,id,people,area\n5,2,10,x\n7,15,0.5,x\n1,elsewhere,1,x\n";
        let zones = parse_people_and_jobs(&City::mandl(), &TextFile::new("zones.csv", text)).unwrap();
        assert_eq!((zones.people()[1], zones.jobs()[1]), (10.0, 5.0));
        assert_eq!((zones.people()[14], zones.jobs()[14]), (0.5, 7.0));
        assert_eq!(zones.people().iter().sum::<f64>(), 10.5);
    }

    #[test]
    fn what_is_no_count_is_refused() {
        let errors =
            parse_people_and_jobs(&City::mandl(), &TextFile::new("zones.csv", "id,people\n1,-3\n2,many\n"));
        let errors = errors.unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|e| (e.line, e.code, e.problem.as_str())).collect();
        assert_eq!(
            told,
            [(2, "people-001", "people of zone 1 is -3"), (3, "people-001", "people of zone 2 is many")]
        );
    }
}

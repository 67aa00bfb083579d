//! The page and the tables as files.

use std::collections::BTreeSet;

use routewright_report::{Cell as Field, LabPage, LabTable, Part, PartContent, lab_page_html};

use super::Findings;
use super::league_tables::Perspective;
use super::show::{NONE, duration};
use crate::Record;

/// Every file of a report by its name: `index.html`, `tables.md`, and each table as CSV and LaTeX.
pub fn report_files(findings: &Findings) -> Vec<(String, String)> {
    let page = page(findings);
    let mut files = vec![("index.html".to_owned(), lab_page_html(&page))];
    for table in page.tables() {
        let name = table.file_stem();
        files.push((format!("{name}.csv"), table.csv()));
        files.push((format!("{name}.tex"), table.latex()));
    }
    files.push(("tables.md".to_owned(), page.markdown()));
    files
}

fn page(findings: &Findings) -> LabPage {
    let mut names = BTreeSet::new();
    let mut parts = vec![Part {
        title: "Costs beside the paper's".into(),
        note: "Unified cost C, mean ± standard deviation over seeds; lower is better. ✓ better and ✗ worse than the paper's \
               value for the same method, or its best where the paper lacks the method; = the same to the printed \
               digits. Runs with another budget than the paper's have no mark. Names contain the budget: IT is the \
               number of iterations (the paper's is 400), after a slash the number of constructions that evolution \
               starts from the best of, where it is not 100; s is seconds, on one core unless threads are given."
            .into(),
        content: PartContent::Tables(findings.cost_overviews()),
    }];
    if let Some(table) = findings.head_to_head() {
        parts.push(Part {
            title: "Head to head".into(),
            note: String::new(),
            content: PartContent::Tables(vec![table]),
        });
    }
    if let Some(places) = findings.places() {
        let leagues = |perspective: Perspective| {
            findings.league_cities().filter_map(move |city| findings.league(city, perspective))
        };
        let leagues = Perspective::BOTH.into_iter().flat_map(leagues);
        parts.push(Part {
            title: "League".into(),
            note: "Ours among all published results, by riders' time at alpha 1 and by route minutes at alpha 0. Most \
                   published figures are the best of several runs, those of the paper means of ten; we list mean and \
                   best. Places count published results only. Networks that break a constraint have no place, and \
                   runs of evolution with another number of iterations than published have no mark."
                .into(),
            content: PartContent::Tables([places].into_iter().chain(findings.gaps()).chain(leagues).collect()),
        });
    }
    parts.push(Part {
        title: "Trade-off".into(),
        note: "Mean trip against route time, alpha falling from 1 at the upper left to 0 at the lower right; bars are one \
               standard deviation. Down and to the left is better. Lines join methods that were run at three alphas or more."
            .into(),
        content: PartContent::Plots(findings.trade_offs()),
    });
    if let Some(table) = findings.hypervolumes() {
        parts.push(Part {
            title: "Hypervolume".into(),
            note: "How much of the trade-off between riders' time and route minutes is covered.".into(),
            content: PartContent::Tables(vec![table]),
        });
    }
    parts.push(Part {
        title: "Cost over time".into(),
        note: "Best cost so far, mean over seeds. The dashed line is the lowest cost in the paper. Costs beyond 1.6 times \
               the lowest are drawn on the upper edge."
            .into(),
        content: PartContent::Plots(findings.costs_over_time()),
    });
    parts.push(Part {
        title: "Details".into(),
        note: "Every method, alpha and city with its gaps: to the same method in the paper, to the best published cost, \
               and to the lower bound of all networks, which is known for the literature's problems and, at alpha 1, for \
               all."
            .into(),
        content: PartContent::Tables(findings.cities.iter().map(|city| findings.cost_details(city)).collect()),
    });
    parts.push(Part {
        title: "Every run".into(),
        note: "Each network was scored by the reference evaluator. The commands repeat the runs; `routewright bench \
               export` also writes networks, settings and fingerprints."
            .into(),
        content: PartContent::Folded(findings.cities.iter().map(|city| findings.run_table(city)).collect()),
    });
    for part in &mut parts {
        if let PartContent::Tables(tables) | PartContent::Folded(tables) = &mut part.content {
            tables.iter_mut().for_each(|table| make_unique(table, &mut names));
        }
    }
    LabPage { title: "Laboratory".into(), summary: findings.summary(), parts }
}

/// Gives a table a name that no other has: its files are called after it, on disks that may ignore case.
fn make_unique(table: &mut LabTable, names: &mut BTreeSet<String>) {
    let slug = table.slug.clone();
    let mut count = 1;
    while !names.insert(table.file_stem().to_lowercase()) {
        count += 1;
        table.slug = format!("{slug}-{count}");
    }
}

impl Findings {
    fn summary(&self) -> Vec<String> {
        let distinct = |value: fn(&Record) -> &str| -> Vec<&str> {
            self.records.iter().map(value).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let seconds: f64 = self.records.iter().map(|run| run.seconds).sum();
        let dates = distinct(|run| run.finished_at.get(..10).unwrap_or_default());
        let dates = match dates.as_slice() {
            [] => "no date".to_owned(),
            [only] => (*only).to_owned(),
            [first, .., last] => format!("{first} to {last}"),
        };
        let broken = self.records.iter().filter(|run| !run.violations.is_empty()).count();
        vec![
            format!(
                "{} runs of {} methods in {} cities, {} of search in total; {dates}, version {}.",
                self.records.len(),
                self.labels.len(),
                self.cities.len(),
                duration(seconds),
                distinct(|run| &run.version).join(", "),
            ),
            format!("Run on {}.", distinct(|run| &run.machine).join("; ")),
            match broken {
                0 => "Every network keeps all constraints.".to_owned(),
                _ => format!("{broken} networks break constraints; they are listed and marked."),
            },
        ]
    }

    /// Every run of a city.
    fn run_table(&self, city: &str) -> LabTable {
        let row = |run: &Record| {
            let violations =
                if run.violations.is_empty() { "none".to_owned() } else { run.violations.len().to_string() };
            let command = match &run.setup {
                Some(setup) => format!("{setup} && {}", run.command),
                None => run.command.clone(),
            };
            let fields = vec![
                run.label.clone(),
                command,
                run.alpha.to_string(),
                run.seed.to_string(),
                format!("{:.5}", run.cost),
                run.cp_min.map_or(NONE.into(), |cp| format!("{cp:.4}")),
                format!("{:.1}", run.co_min),
                violations,
                format!("{:.2}", run.seconds),
                run.evaluations.to_string(),
                run.finished_at.clone(),
            ];
            (false, fields.into_iter().map(Field::plain).collect())
        };
        let runs: Vec<&Record> = self.records.iter().filter(|run| run.city == city).collect();
        let columns = [
            "method", "command", "alpha", "seed", "cost", "C_p, min", "C_o, min", "broken", "seconds",
            "scored", "stored",
        ];
        LabTable {
            slug: format!("runs-{city}"),
            title: format!("{city}: {} {}", runs.len(), if runs.len() == 1 { "run" } else { "runs" }),
            note: String::new(),
            columns: columns.map(str::to_owned).to_vec(),
            name_columns: 2,
            rows: runs.into_iter().map(row).collect(),
        }
    }
}

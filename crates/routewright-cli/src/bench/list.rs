//! `routewright bench list`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use routewright::lab::{Record, SHIPPED, Selection, Store, Suite, distinguish, spread};
use routewright::report::TextTable;
use serde_json::{Value, json};

use super::StoreArgs;
use crate::terminal::print;

/// Show the built-in suites, and the runs in a store.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    store: StoreArgs,

    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// Lists.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let suites = SHIPPED.iter().map(|suite| Suite::find(suite.name)).collect::<Result<Vec<_>, _>>()?;
    let records = match args.store.store.exists() {
        true => distinguish(Store::open(&args.store.store)?.records()?),
        false => Vec::new(),
    };
    let text = if args.json {
        let runs: Vec<Value> = records.iter().map(run_json).collect();
        let suites: Vec<Value> = suites.iter().map(suite_json).collect();
        format!("{}\n", json!({ "suites": suites, "store": args.store.store, "runs": runs }))
    } else {
        let mut table = TextTable::default();
        for suite in &suites {
            let [full, scaled] = counts(suite);
            table.row(&suite.name, format!("{full:>4} runs ({scaled} with --scaled)  {}", suite.about));
        }
        format!("suites\n{}{}", table.render(), store_table(args, &records))
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs of a suite and of its scaled version.
fn counts(suite: &Suite) -> [usize; 2] {
    [false, true].map(|scaled| suite.trials(&Selection { scaled, seeds: None }).len())
}

fn suite_json(suite: &Suite) -> Value {
    let [full, scaled] = counts(suite);
    json!({ "name": suite.name, "about": suite.about, "runs": full, "scaled_runs": scaled })
}

fn run_json(run: &Record) -> Value {
    let [d0, d1, d2, dun] = run.transfer_percent;
    json!({
        "key": run.key, "city": run.city, "label": run.label, "method": run.method, "alpha": run.alpha,
        "seed": run.seed, "cost": run.cost, "cp_min": run.cp_min, "co_min": run.co_min, "d0": d0, "d1": d1,
        "d2": d2, "dun": dun, "violations": run.violations, "seconds": run.seconds,
        "evaluations": run.evaluations, "version": run.version, "finished_at": run.finished_at,
        "command": run.command, "city_hash": run.city_hash, "model_hash": run.model_hash,
    })
}

/// One line per city, alpha and method. The runs of a line differ in their seed alone.
fn store_table(args: &Args, records: &[Record]) -> String {
    let store = args.store.store.display();
    if records.is_empty() {
        return format!("{store} holds no runs yet\n");
    }
    let mut cells: BTreeMap<(&str, u64, &str), Vec<&Record>> = BTreeMap::new();
    for run in records {
        cells.entry((&run.city, run.alpha.to_bits(), &run.label)).or_default().push(run);
    }
    let mut table = TextTable::default();
    for ((city, alpha, label), runs) in &cells {
        let costs = spread(runs.iter().map(|run| run.cost)).expect("a cell has runs");
        let times = spread(runs.iter().map(|run| run.seconds)).expect("a cell has runs");
        let deviation = costs.deviation.map_or(String::new(), |deviation| format!(" ± {deviation:.4}"));
        table.row(
            format!("{city} alpha {} {label}", f64::from_bits(*alpha)),
            format!(
                "{}, cost {:.4}{deviation}, {:.1} s per run",
                counted(costs.count),
                costs.mean,
                times.mean
            ),
        );
    }
    format!("{} in {store}\n{}", counted(records.len()), table.render())
}

fn counted(runs: usize) -> String {
    if runs == 1 { "1 run".into() } else { format!("{runs} runs") }
}

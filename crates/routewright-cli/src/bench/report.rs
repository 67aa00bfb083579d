//! `routewright bench report`.

use std::path::PathBuf;
use std::process::ExitCode;

use routewright::design::RunFolder;
use routewright::lab::{CityFolders, Findings, Store, report_files};
use serde_json::json;

use super::StoreArgs;
use crate::terminal::{print, say};

/// Compare the runs of a store with the literature: a page for the browser, and tables as Markdown, CSV and LaTeX.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright bench run baseline --scaled && routewright bench report")]
pub struct Args {
    #[command(flatten)]
    store: StoreArgs,

    /// Folder to write
    #[arg(long, value_name = "DIR", default_value = "bench/report")]
    out: PathBuf,

    /// Print one JSON object when done
    #[arg(long)]
    json: bool,
}

/// Writes page and tables.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let store = Store::open(&args.store.store)?;
    let fronts = CityFolders::new(store.city_folder()).published_fronts();
    let findings = Findings::new(store.records()?, fronts);
    let folder = RunFolder::claim(&args.out)?;
    let files = report_files(&findings);
    for (name, text) in &files {
        folder.write(name, text)?;
    }
    let page = args.out.join("index.html");
    if args.json {
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let object = json!({ "out": args.out, "page": page, "files": names, "runs": findings.run_count() });
        print(&format!("{object}\n"))?;
    } else {
        say(&format!("wrote {}; open {} in a browser", args.out.display(), page.display()));
    }
    Ok(ExitCode::SUCCESS)
}

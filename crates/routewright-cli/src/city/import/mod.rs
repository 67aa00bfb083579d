//! `routewright city import`: a city from open data.

mod args;

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};
use routewright::import::{Progress, summary, write_import};
use routewright::io::Overwrite;
use serde_json::json;

pub use args::ImportArgs;
use args::{config, files};

use crate::terminal::{print, say};

/// Reads, imports, writes and reports.
pub fn run(args: &ImportArgs) -> anyhow::Result<()> {
    let bar = progress_bar(args);
    let imported = files(args).import(&config(args), &mut |progress| match progress {
        Progress::Zones => bar.set_message("reading zones and streets"),
        Progress::Trips => bar.set_message("reading trips and timetables"),
        Progress::Stops => bar.set_message("placing stops on the streets"),
        Progress::Links(done, all) => {
            bar.set_message("driving times between stops");
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
        Progress::Walks => bar.set_message("ways on foot"),
        Progress::Demand => bar.set_message("assigning demand to zones"),
        Progress::Timetables => bar.set_message("reading today's network"),
    })?;
    bar.set_message("writing");
    let overwrite = if args.force { Overwrite::Replace } else { Overwrite::Refuse };
    write_import(&imported, &args.out, overwrite)?;
    bar.finish_and_clear();
    if !args.quiet {
        let (out, report) = (args.out.display(), args.out.join("import.md"));
        let wrote = format!("wrote {out}; what was left out and why is in {}", report.display());
        summary(&imported).into_iter().chain([wrote]).for_each(|line| say(&line));
    }
    if args.json {
        print(&format!("{}\n", json!(imported.report)))?;
    }
    Ok(())
}

fn progress_bar(args: &ImportArgs) -> ProgressBar {
    if args.quiet || args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{msg:32} {wide_bar} {pos}/{len}").expect("the template is well formed");
    ProgressBar::new(0).with_style(style)
}

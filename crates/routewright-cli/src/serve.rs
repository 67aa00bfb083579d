//! `routewright serve`: the planner in the browser.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use routewright_server::{Server, ServerOptions};

use crate::exit::UsageError;
use crate::interrupt;
use crate::terminal::{print, say};

/// Plan in the browser: draw lines, see what they do to riders and to the fleet, let a search improve them.
///
/// The folder is a workspace: cities you imported, your plans with all their steps, and searches that run. Nothing
/// leaves this machine, and nobody else can reach the page unless you give --listen. Ctrl-C ends the server; searches
/// that run then are resumed when it starts again.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright serve\n  \
    routewright serve my-plans --port 8080 --open\n  \
    routewright serve my-plans --listen 0.0.0.0")]
pub struct Args {
    /// Folder of cities and plans; created if it does not exist
    #[arg(value_name = "FOLDER", default_value = "routewright-workspace")]
    folder: PathBuf,

    /// Port of the page; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = 8017)]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Listen at this address instead of this machine alone, such as 0.0.0.0; the page then asks for a token
    #[arg(long, value_name = "ADDR")]
    listen: Option<IpAddr>,

    /// Token for --listen, 16 letters or digits or more [default: ROUTEWRIGHT_TOKEN where it is set, else a random one]
    #[arg(long, value_name = "TOKEN", requires = "listen")]
    token: Option<String>,
}

/// Serves until ctrl-c.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = ServerOptions {
        folder: args.folder.clone(),
        port: args.port,
        listen: args.listen,
        // Without --listen nobody else can ask: then the variable may stay set.
        token: args
            .listen
            .and_then(|_| args.token.clone().or_else(|| std::env::var("ROUTEWRIGHT_TOKEN").ok())),
    };
    let server = Server::new(&options).map_err(|error| UsageError(refusal(&error)))?;
    let stop = interrupt::listen()?;
    let url = server.url();
    print(&format!("{url}\n"))?;
    say(&format!("serving {}; open the address above in a browser, stop with ctrl-c", args.folder.display()));
    if args.open && !open(&url) {
        say("note: no browser could be started; open the address yourself");
    }
    server.run(&stop.flag());
    say("stopped; searches that were running resume when you serve this folder again");
    Ok(ExitCode::SUCCESS)
}

fn refusal(error: &routewright::planner::PlannerError) -> String {
    match error {
        routewright::planner::PlannerError::Refused { problem, help: Some(help) } => {
            format!("{problem}\n  help: {help}")
        }
        error => routewright::design::chain(error),
    }
}

/// Starts the browser that the system prefers.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

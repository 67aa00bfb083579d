//! Chores of the project: `cargo xtask NAME`.

mod fuzz;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("fuzz") => fuzz::run(arguments),
        Some("tidy") => tidy::run(),
        _ => {
            eprintln!(
                "usage: cargo xtask tidy\n       cargo xtask fuzz [--cases N | --seconds N] [--seed N]"
            );
            ExitCode::from(2)
        }
    }
}

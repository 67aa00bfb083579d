//! Services on the command line: what `evaluate` tells of them, and how `design --vehicles` plans them.

#[path = "../scratch/mod.rs"]
mod scratch;

mod evaluate;
mod plan;
mod plans;
mod refusals;
mod resume;
mod start;
mod walking;

//! `city import` as people and scripts meet it.

mod mistakes;
mod on_foot;
#[path = "../scratch/mod.rs"]
mod scratch;
mod town;
mod whole;

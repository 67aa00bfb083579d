//! Nothing but tests: the neural policy is computed once more, naively, by a general tensor framework.
//!
//! It is a crate of its own because the framework takes minutes to compile. `cargo test --workspace` runs it,
//! `cargo test` does not.

//! Nothing but tests: the neural policy is computed once more, naively, by a general tensor framework.
//!
//! The framework takes many minutes to compile, so it is asked for by name:
//! `cargo test -p routewright-oracle --features framework`.

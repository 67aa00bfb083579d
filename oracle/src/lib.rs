//! Tests only: a naive second implementation of the neural policy in a general tensor framework.
//!
//! The framework takes many minutes to compile, so the tests need a feature:
//! `cargo test -p routewright-oracle --features framework`.

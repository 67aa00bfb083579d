//! The suites that come with the program.

/// A suite built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// What it is called.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),*) => {
        [$(Shipped { name: $name, text: include_str!(concat!("../../suites/", $name, ".toml")) }),*]
    };
}

/// All of them.
pub const SHIPPED: [Shipped; 8] =
    shipped!["quick", "baseline", "unseen", "alphas", "ablations", "passenger", "operator", "anneal"];

//! Settings that are one of a few names.

/// A setting with a fixed set of named values, for doors that list them.
pub trait Choice: Copy + 'static {
    /// Every value, in the order to list them.
    const ALL: &'static [Self];

    /// The name in files and on the command line.
    fn name(self) -> &'static str;

    /// What it means, in a line.
    fn about(self) -> &'static str;

    /// The value of a name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}

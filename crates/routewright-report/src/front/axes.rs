//! What the figures of a front mean.

/// One figure of every network, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontFigure {
    /// In a sentence, such as `mean trip`.
    pub name: &'static str,
    /// Title of its axis, with the unit.
    pub axis: &'static str,
    /// Head of its column, with the unit.
    pub column: &'static str,
    /// What follows the number in a sentence, such as ` min`.
    pub unit: &'static str,
    /// Decimals.
    pub digits: usize,
}

impl FrontFigure {
    /// The figure in a sentence.
    pub(super) fn describe(&self, value: f64) -> String {
        format!("{} {}{}", self.name, self.value(value), self.unit)
    }

    /// The number alone.
    pub(super) fn value(&self, value: f64) -> String {
        format!("{value:.*}", self.digits)
    }
}

/// What a front trades, and the words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontAxes {
    /// Title of the page after the city's name.
    pub title: &'static str,
    /// Heading of the chart.
    pub heading: &'static str,
    /// What riders want little of; the vertical axis.
    pub riders: FrontFigure,
    /// What the operator wants little of; the horizontal axis.
    pub operator: FrontFigure,
    /// Head of the column of a share of trips, in percent.
    pub share_column: &'static str,
    /// The share in a sentence, after `90.0 %`.
    pub share_name: &'static str,
}

impl FrontAxes {
    /// The paper's problem: mean trip (C_p) against route minutes (C_o).
    pub const PAPER: Self = Self {
        title: "riders against operator",
        heading: "Riders' gain against the operator's cost",
        riders: FrontFigure {
            name: "mean trip",
            axis: "mean trip (C_p), minutes",
            column: "mean trip (C_p), min",
            unit: " min",
            digits: 2,
        },
        operator: FrontFigure {
            name: "route minutes",
            axis: "route minutes (C_o), one way",
            column: "route minutes (C_o)",
            unit: "",
            digits: 0,
        },
        share_column: "direct trips, %",
        share_name: "direct",
    };

    /// Service: mean perceived minutes against vehicles.
    pub const SERVICE: Self = Self {
        title: "riders' minutes against vehicles",
        heading: "What each vehicle buys",
        riders: FrontFigure {
            name: "mean trip",
            axis: "mean perceived minutes per trip",
            column: "perceived min per trip",
            unit: " perceived min",
            digits: 2,
        },
        operator: FrontFigure { name: "vehicles", axis: "vehicles", column: "vehicles", unit: "", digits: 0 },
        share_column: "unserved trips, %",
        share_name: "of trips unserved",
    };
}

impl Default for FrontAxes {
    fn default() -> Self {
        Self::PAPER
    }
}

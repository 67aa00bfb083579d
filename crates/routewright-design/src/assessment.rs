//! An assessment as text and as JSON, the same for every use case.

use routewright_eval::Assessment;
use routewright_model::{Network, Problem};
use routewright_report::{
    Origin, access_json, access_table, figures_json, figures_table, operations_json, operations_table,
};
use serde_json::Value;

/// For people. Operations are shown where somebody said how the network is operated.
pub(crate) fn assessment_table(
    problem: &Problem,
    network: &Network,
    assessment: &Assessment,
    shows_operations: bool,
) -> String {
    let mut text = figures_table(problem, network, &assessment.figures);
    if shows_operations {
        text += &operations_table(&assessment.operations);
    }
    text + &assessment.access.as_ref().map(access_table).unwrap_or_default()
}

/// For programs.
pub(crate) fn assessment_json(
    problem: &Problem,
    network: &Network,
    assessment: &Assessment,
    origin: &Origin<'_>,
    shows_operations: bool,
) -> Value {
    let mut value = figures_json(problem, network, &assessment.figures, origin);
    if shows_operations {
        value["operations"] = operations_json(&assessment.operations, &assessment.plan);
    }
    if let Some(access) = &assessment.access {
        value["access"] = access_json(access);
    }
    value
}

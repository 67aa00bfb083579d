//! Names of a city and its nodes.

use std::collections::HashMap;

use crate::{City, CityError, Node, NodeId};

/// The nodes by their names.
///
/// # Errors
/// Too few or too many nodes, a name twice or unfit for a terminal, or a position that is none.
pub(crate) fn index_names(nodes: &[Node]) -> Result<HashMap<String, NodeId>, CityError> {
    if nodes.len() < 2 {
        return Err(CityError::TooSmall);
    }
    if nodes.len() > City::MOST_NODES {
        return Err(CityError::TooLarge(nodes.len()));
    }
    let mut by_name = HashMap::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        if !(node.position.x.is_finite() && node.position.y.is_finite()) {
            return Err(CityError::BadPosition(node.name.clone()));
        }
        if has_control_character(&node.name) {
            return Err(CityError::ControlCharacter(node.name.clone()));
        }
        if by_name.insert(node.name.clone(), NodeId::new(index)).is_some() {
            return Err(CityError::DuplicateNode(node.name.clone()));
        }
    }
    Ok(by_name)
}

/// Whether a name would reach the terminal as a command rather than as text.
pub(crate) fn has_control_character(name: &str) -> bool {
    name.contains(char::is_control)
}

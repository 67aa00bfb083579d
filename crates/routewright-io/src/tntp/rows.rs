//! Lines of TNTP files: tags in front, comments anywhere, then rows.

use routewright_model::City;

use super::too_many;
use crate::TextFile;
use crate::error::Problems;
use crate::show::shown;

/// Counts that a network claims. They are checked, and no memory is reserved for them.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    nodes: Option<u64>,
    links: Option<u64>,
}

impl Metadata {
    pub(super) fn read(file: &TextFile, problems: &mut Problems) -> Self {
        let mut metadata = Self::default();
        for (line, text) in file.lines() {
            let Some((tag, value)) = text.trim().strip_prefix('<').and_then(|rest| rest.split_once('>'))
            else {
                continue;
            };
            let target = match tag.trim().to_ascii_uppercase().as_str() {
                "NUMBER OF NODES" => &mut metadata.nodes,
                "NUMBER OF LINKS" => &mut metadata.links,
                "END OF METADATA" => break,
                _ => continue,
            };
            let value = value.split('~').next().unwrap_or_default().trim();
            *target = value.parse().ok();
            if target.is_none() {
                let problem = format!("<{}> is {}, which is not a whole number", shown(tag), shown(value));
                problems.add(file.at(line), "tntp-003", problem, "write the number after the tag");
            }
            if let Some(claimed) = metadata.nodes.filter(|&claimed| claimed > City::MOST_NODES as u64) {
                problems.keep::<()>(Err(too_many(file.at(line), claimed)));
                metadata.nodes = None;
            }
        }
        metadata
    }

    /// Whether a node may carry the number.
    pub(super) fn may_hold(&self, number: u32) -> bool {
        number > 0 && self.nodes.is_none_or(|count| u64::from(number) <= count)
    }

    /// Compares the claims with the rows, unless some rows were faulty.
    pub(super) fn check_counts(&self, file: &TextFile, nodes: usize, links: usize, problems: &mut Problems) {
        if !problems.is_empty() {
            return;
        }
        if let Some(claimed) = self.nodes.filter(|&claimed| claimed != nodes as u64) {
            let problem = format!("{claimed} nodes are announced, but the links name {nodes}");
            let help = "every node needs links; add them, or correct <NUMBER OF NODES>";
            problems.add(file.whole(), "tntp-006", problem, help);
        }
        if let Some(claimed) = self.links.filter(|&claimed| claimed != links as u64) {
            let problem = format!("{claimed} links are announced, but the file has {links}");
            let help = "check that the file is complete, or correct <NUMBER OF LINKS>";
            problems.add(file.whole(), "tntp-006", problem, help);
        }
    }
}

/// Lines that are neither blank, nor comments, nor tags.
pub(super) fn rows(file: &TextFile) -> impl Iterator<Item = (u64, &str)> {
    file.lines()
        .map(|(line, text)| (line, text.split('~').next().unwrap_or_default().trim()))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('<'))
}

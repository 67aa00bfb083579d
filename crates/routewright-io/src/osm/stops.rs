//! Bus stops of an extract.

use super::OsmStop;
use super::block::RawNode;
use super::budget::Budget;
use super::gather::Trouble;
use crate::show::printable;

/// Memory that a stop takes besides its name.
const STOP_BYTES: u64 = 64;

/// The stops found so far.
pub(super) struct Stops<'p> {
    pub(super) list: Vec<OsmStop>,
    budget: Budget<'p>,
}

impl<'p> Stops<'p> {
    pub(super) fn new(budget: Budget<'p>) -> Self {
        Self { list: Vec::new(), budget }
    }

    /// Keeps a node if buses stop there. `bytes_read` of the file were read so far.
    pub(super) fn add(&mut self, node: &RawNode<'_, '_>, bytes_read: u64) -> Result<(), Trouble> {
        if node.tags.is_empty() {
            return Ok(());
        }
        let (mut is_stop, mut is_platform, mut has_bus, mut name) = (false, false, false, None);
        for tag in node.tags.iter() {
            match tag? {
                (b"highway", b"bus_stop") | (b"amenity", b"bus_station") => is_stop = true,
                (b"public_transport", b"platform" | b"stop_position") => is_platform = true,
                (b"bus", b"yes" | b"designated") => has_bus = true,
                (b"name", value) => name = name.or(Some(value)),
                _ => {}
            }
        }
        is_stop |= is_platform && has_bus;
        if !is_stop {
            return Ok(());
        }
        let name = match name {
            Some(name) => self.budget.text(format_args!("node {}", node.id), "name", name)?,
            None => "".into(),
        };
        self.budget.take(STOP_BYTES + name.len() as u64, bytes_read)?;
        let name = Some(printable(name.trim())).filter(|name| !name.is_empty());
        self.list.push(OsmStop { id: node.id, lon: node.lon, lat: node.lat, name });
        Ok(())
    }
}

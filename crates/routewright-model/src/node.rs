//! Places where a vehicle may stop.

/// A candidate stop: an index, dense in `0..city.node_count()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node at `index` of its city.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a city has fewer than 2^32 nodes"))
    }

    /// Its place in the city's lists and matrices.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a node lies. What the numbers mean is said by the city's [`Coordinates`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position {
    /// Longitude in degrees, or metres to the east.
    pub x: f64,
    /// Latitude in degrees, or metres to the north.
    pub y: f64,
}

/// What a city's positions are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Longitude and latitude.
    #[default]
    Degrees,
    /// Metres on a plane.
    Metres,
}

/// A candidate stop as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its id in the files, unlike that of any other node.
    pub name: String,
    /// What people call it, such as the name of a stop; others may be called the same.
    pub label: Option<String>,
    /// Where it lies.
    pub position: Position,
    /// Whether a route may start or end here.
    pub terminal: bool,
}

impl Node {
    /// What people call it: its label, else its id.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

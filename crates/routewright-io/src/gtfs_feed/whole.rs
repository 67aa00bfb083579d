//! Today's lines whole, as an agency's timetable has them: input of a feed.

/// One of today's lines from end to end, also outside the city's area.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeLine {
    /// The name of its route in networks.
    pub name: String,
    /// What riders call it, such as `T1`; may be empty.
    pub short_name: String,
    /// Its full name; may be empty.
    pub long_name: String,
    /// Who runs it.
    pub agency: WholeAgency,
    /// Kind of vehicle as the format numbers them, extended numbers included.
    pub kind: u16,
    /// Six hexadecimal digits.
    pub colour: Option<String>,
    /// Out, and back unless it runs one way.
    pub ways: Vec<WholeWay>,
}

/// Who runs a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeAgency {
    /// Its name.
    pub name: String,
    /// Its web page; may be empty.
    pub url: String,
    /// Such as `America/Sao_Paulo`; may be empty.
    pub timezone: String,
    /// Of names, such as `pt`; may be empty.
    pub language: String,
}

/// One way of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeWay {
    /// 0 or 1.
    pub direction: u8,
    /// What vehicles show; the name of the last stop if there is none.
    pub headsign: Option<String>,
    /// Two or more, in the order in which they are served.
    pub stops: Vec<WholeStop>,
    /// Seconds from the first departure to every stop, the first included: one per stop, never decreasing.
    pub seconds: Vec<u32>,
    /// Longitude and latitude of the points of its course; may be empty.
    pub shape: Vec<[f64; 2]>,
    /// Departures in every hour of the day of service, from midnight.
    pub departures: Vec<u32>,
}

/// A stop of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeStop {
    /// Its id in the timetable.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// The node of the city that stands for it; `None` outside the area.
    pub node: Option<String>,
}

impl WholeWay {
    /// Nodes of the city in the order in which they are served, none twice in a row.
    pub(super) fn nodes(&self) -> Vec<&str> {
        let mut nodes: Vec<&str> = self.stops.iter().filter_map(|stop| stop.node.as_deref()).collect();
        nodes.dedup();
        nodes
    }

    /// Whether it can be driven: two stops or more, with times that do not decrease.
    pub(super) fn is_complete(&self) -> bool {
        self.stops.len() >= 2 && self.seconds.len() == self.stops.len() && self.seconds.is_sorted()
    }
}

//! Published fronts, where the outside data contains them.

use std::path::Path;

use super::Fronts;
use crate::CityFolders;
use crate::hypervolume::non_dominated;

#[derive(serde::Deserialize)]
struct Row {
    city: String,
    cp_min: f64,
    co_min: f64,
}

impl CityFolders {
    /// The published fronts in the outside data, all sources of a city together; empty without that data. They are
    /// only drawn, so damaged rows are ignored.
    pub fn published_fronts(&self) -> Fronts {
        read_fronts(&self.data.join("published/fronts.csv"))
    }
}

fn read_fronts(path: &Path) -> Fronts {
    let mut fronts = Fronts::new();
    let Ok(mut reader) = csv::Reader::from_path(path) else { return fronts };
    for row in reader.deserialize::<Row>().flatten() {
        fronts.entry(row.city).or_default().push((row.cp_min, row.co_min));
    }
    fronts.into_iter().map(|(city, points)| (city, non_dominated(&points))).collect()
}

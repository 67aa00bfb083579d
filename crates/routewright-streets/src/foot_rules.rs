//! Where people may walk, by the tags of OpenStreetMap.

use routewright_io::OsmWay;

/// Ways that nobody walks on, whatever else is said.
const NEVER: [&str; 7] =
    ["construction", "proposed", "raceway", "bus_guideway", "escape", "abandoned", "planned"];
/// Ways that people walk on only where a tag says so.
const ONLY_IF_NAMED: [&str; 5] = ["motorway", "motorway_link", "trunk", "trunk_link", "busway"];

/// Whether people may walk along a way.
pub fn may_walk(way: &OsmWay) -> bool {
    let class = way.tag("highway");
    if class.is_empty() || NEVER.contains(&class) {
        return false;
    }
    let is_open = |word: &str| {
        matches!(
            word,
            "yes" | "designated" | "permissive" | "official" | "destination" | "customers" | "public"
        )
    };
    match way.tag("foot") {
        "" => {}
        word => return is_open(word),
    }
    let has_sidewalk = ["sidewalk", "sidewalk:both"]
        .iter()
        .any(|key| matches!(way.tag(key), "both" | "left" | "right" | "yes" | "separate"));
    if (ONLY_IF_NAMED.contains(&class) || way.tag("motorroad") == "yes") && !has_sidewalk {
        return false;
    }
    let access = way.tag("access");
    access.is_empty() || is_open(access) || has_sidewalk
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walks(tags: &str) -> bool {
        let tags = tags.split_whitespace().map(|tag| tag.split_once('=').unwrap());
        may_walk(&OsmWay {
            id: 1,
            places: vec![0, 1],
            tags: tags.map(|(k, v)| (k.into(), v.into())).collect(),
        })
    }

    #[test]
    fn people_walk_on_streets_and_paths() {
        for tags in
            ["residential", "footway", "steps", "path", "service", "primary", "cycleway", "pedestrian"]
        {
            assert!(walks(&format!("highway={tags}")), "{tags}");
        }
        assert!(walks("highway=service access=private foot=yes"));
    }

    #[test]
    fn not_on_motorways_building_sites_and_private_ways() {
        for tags in
            ["motorway", "trunk", "construction", "proposed", "residential foot=no", "primary motorroad=yes"]
        {
            assert!(!walks(&format!("highway={tags}")), "{tags}");
        }
        assert!(!walks("highway=service access=private"));
        assert!(walks("highway=trunk sidewalk=right") && walks("highway=trunk foot=yes"));
        assert!(!walks("highway=trunk sidewalk=no"));
    }
}

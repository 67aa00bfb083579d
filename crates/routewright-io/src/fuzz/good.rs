//! Files that are fine, to be damaged.

use super::Reader;
use crate::osm_sample::{self, MemberKind};

/// Names and contents.
type Files = Vec<(String, Vec<u8>)>;

/// Sets of files that a reader accepts.
pub(super) fn good_files(reader: Reader) -> Vec<Files> {
    let named = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
    match reader {
        Reader::Osm => [false, true].map(|is_stored| vec![named("a.osm.pbf", &streets(is_stored))]).to_vec(),
        Reader::Omx => vec![vec![named("a.omx", include_bytes!("../../tests/data/three-zones.omx"))]],
        _ => {
            let set = |files: &&[(&str, &str)]| {
                files.iter().map(|(name, text)| named(name, text.as_bytes())).collect()
            };
            good_texts(reader).iter().map(set).collect()
        }
    }
}

/// A square of streets, one of them one-way, with a restricted turn and a stop.
fn streets(is_stored: bool) -> Vec<u8> {
    let nodes = [(1, -51.20, -30.00), (2, -51.19, -30.00), (3, -51.19, -30.01), (7, -51.20, -30.01)];
    let ways = [
        (10, vec![1, 2, 3], vec![("highway", "primary"), ("maxspeed", "50"), ("name", "Rua A")]),
        (11, vec![3, 7], vec![("highway", "residential"), ("oneway", "yes")]),
        (12, vec![7, 1], vec![("highway", "tertiary"), ("bus", "designated")]),
    ];
    let node_tags = [(2, vec![("highway", "bus_stop"), ("name", "Rua A")])];
    let members =
        vec![("from", MemberKind::Way, 10), ("via", MemberKind::Node, 3), ("to", MemberKind::Way, 11)];
    let relations = [(20, members, vec![("type", "restriction"), ("restriction", "no_left_turn")])];
    osm_sample::Sample { nodes: &nodes, ways: &ways, node_tags: &node_tags, relations: &relations, is_stored }
        .pbf()
}

fn good_texts(reader: Reader) -> &'static [&'static [(&'static str, &'static str)]] {
    match reader {
        Reader::CityFolder => &[
            &[
                ("nodes.csv", "id,lat,lon,terminal\n1,0,0,1\n2,0,1,0\n3,1,0.5,1\n4,2,2,1\n5,2,1,0\n"),
                ("links.csv", "from,to,travel_time\n1,2,4\n2,1,4\n2,3,2.5\n3,2,2\n3,4,1\n4,1,7\n"),
                ("demand.csv", "from,to,demand\n1,3,10\n3,1,12.5\n4,2,3\n2,2,1\n5,1,4\n"),
                (
                    "city.toml",
                    "name = \"Four\"\ntime-unit = \"minutes\"\ncoordinates = \"degrees\"\nroutes = 2\n\
                     min-stops = 2\nmax-stops = 4\ntransfer-penalty-minutes = 5\nperiod = \"weekday 7:00-9:00\"\n\
                     period-hours = 2\ndwell-minutes = 0.3\nlayover-minutes = 3\n",
                ),
                ("walks.csv", "from,to,minutes\n5,4,3.5\n5,1,12\n1,5,14\n2,3,6\n"),
            ],
            &[
                ("a_nodes.txt", "terminal,ID,lon,lat,note\r\n1,x-1,12,4,\"a, b\"\r\n0,\"y\",500,-3,\r\n"),
                ("a_links.txt", "to,from,travel_time\r\nx-1,y,90\r\ny,x-1,120\r\n"),
                ("a_demand.txt", "demand,from,to\r\n1e3,x-1,y\r\n"),
                ("city.toml", "time-unit = \"seconds\"\ncoordinates = \"kilometres\"\nperiod-hours = 1.5"),
                ("a_walks.txt", "note,travel_time,to,from\r\nhill,900,x-1,y\r\n"),
            ],
        ],
        Reader::Tntp => &[
            &[
                (
                    "a_net.tntp",
                    "<NUMBER OF ZONES> 3\t\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 1\n\
                     <NUMBER OF LINKS> 6\n<END OF METADATA>\n\n\
                     ~\tinit\tterm\tcapacity\tlength\ttime\t;\n\t1\t2\t9\t1\t4\t0.15\t;\n\
                     \t2\t1\t9\t1\t4\t;\n2 3 9 1 2.5 ;\n3 4 9 1 1;\n4 3 9 1 1 ;\n3 1 9 1 3 ;\n",
                ),
                (
                    "a_trips.tntp",
                    "<NUMBER OF ZONES> 3\n<END OF METADATA>\n\nOrigin 1\n 1 : 0.0; 2 : 5.5;\n 3 : 2;\n\
                     Origin 4\n 1 : 7.0;\n",
                ),
                ("a_node.tntp", "Node\tX\tY\t;\n1\t-9.5\t4\t;\n2\t-9.6\t4.5\t;\n3 1 2;\n4 5 6 ;\n"),
            ],
            &[
                ("a_net.tntp", "1 2 0 0 1 ;\n2 1 0 0 1 ;\n"),
                ("a_trips.tntp", "Origin 2\n1 : 4;"),
                (
                    "a_nodes.geojson",
                    "{\"type\": \"FeatureCollection\", \"features\": [\n{\"properties\": {\"id\": 1}, \
                     \"geometry\": {\"coordinates\": [1.5, 2]}},\n{\"properties\": {\"id\": \"2\"}, \
                     \"geometry\": {\"coordinates\": [3, 4, 5]}}]}",
                ),
            ],
        ],
        Reader::Mumford => &[&[
            ("ACoords.txt", "4\n0 0\n1.5 2\n3, 4\n5 5\n"),
            ("ATravelTimes.txt", "0 3 Inf Inf\n3 0 2.5 Inf\nInf 2.5 0 4\n6 Inf 4 0\n"),
            ("ADemand.txt", "0 5 6 7\n5 0 1 2\n6 1 0 3.5\n\n7 2 3.5 0\n"),
        ]],
        Reader::Network => &[
            &[(
                "a.json",
                "{\"city\": \"mandl\", \"routes\": [\n{\"name\": \"1\", \"stops\": [\"1\", \"2\", 3], \"headway_minutes\": 7.5},\n\
                 {\"stops\": [9, 15, 9], \"one_way\": true, \"leg_minutes\": [4, 2.5], \"vehicles\": 2},\n\
                 {\"stops\": [4, 5], \"headway_minutes\": 2, \"vehicles\": 3}\n]}",
            )],
            &[("a.json", "[[1, 2, 3, 6], [\"4\", \"5\"],\n[13, 14]]")],
            &[("a.txt", "# two routes\n1-2-3-6\n\n9, 15 7;10 # metro\n11 12\n")],
        ],
        Reader::Zones => &[
            &[(
                "zones.csv",
                "id,lon,lat,people,jobs\na,-51.2,-30,120,4\n\"b\",-51.19,-30.01,0,80.5\nc,-51.1,-30.1,7,\n",
            )],
            &[(
                "zones.geojson",
                "{\"type\": \"FeatureCollection\", \"features\": [\n{\"type\": \"Feature\", \"properties\": {\"id\": \"a\", \
                 \"people\": 5, \"jobs\": 2.5}, \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}},\n{\"type\": \
                 \"Feature\", \"properties\": {\"id\": 7, \"people\": 0, \"jobs\": 9}, \"geometry\": {\"type\": \"Polygon\", \
                 \"coordinates\": [[[0, 0], [0, 1], [1, 1], [0, 0]]]}}]}",
            )],
        ],
        Reader::Trips => &[
            &[("trips.csv", "from,to,trips,weight\na,b,12,1\nb,a,3.5,0.5\nc,out,1,\n")],
            &[("trips.csv", "origin,destination\r\na,b\r\na,b\r\n\"c, d\",a\r\n")],
        ],
        Reader::Gateways => &[&[(
            "gateways.csv",
            "place,gateway,lon,lat\nout,a,,\n*,North,-51.2,-29.9\nport,Quay,-51.3,-30\n",
        )]],
        Reader::Lines => &[&[(
            "lines.json",
            "{\"day\": \"2026-03-18\", \"lines\": [\n{\"name\": \"1\", \"feed\": \"f\", \"route_id\": \"R\", \"long_name\": \"From the square by the river, the hospital, \
             both markets and the university to the old station, and on Sundays to the beach\", \"agency\": \
             {\"name\": \"A\", \"lang\": \"pt\"}, \"kind\": 3, \"colour\": \"1f78b4\", \"ways\": [\n{\"direction\": 0, \
             \"departures\": [0, 4, 2], \"stops\": [{\"id\": \"a\", \"name\": \"A\", \"lon\": -51.2, \"lat\": -30}, {\"id\": \
             \"b\", \"name\": \"B\", \"lon\": -51.1, \"lat\": -30, \"node\": \"7\"}], \"seconds\": [0, 300], \"shape\": \
             [[-51.2, -30], [-51.15, -30.1234567], [-51.1, -30]]}]},\n{\"name\": \"2\", \"feed\": \"f\", \"route_id\": \
             \"S\", \"agency\": {\"name\": \"\"}, \"kind\": 1, \"is_fixed\": true, \"ways\": [{\"direction\": 1, \"departures\": \
             [], \"stops\": [{\"id\": \"a\", \"name\": \"A\", \"lon\": 0, \"lat\": 0}, {\"id\": \"b\", \"name\": \"B\", \
             \"lon\": 1, \"lat\": 0}], \"seconds\": [0, 0], \"shape\": [[0, 0], [1, 0]]}]}\n]}",
        )]],
        Reader::Gtfs => &[&[
            (
                "stops.txt",
                "stop_id,stop_name,stop_lat,stop_lon\nA,First,-30,-51.2\nB,\"Second, old\",-30.01,-51.19\n",
            ),
            (
                "agency.txt",
                "agency_id,agency_name,agency_timezone,agency_lang\nA,\"Trams, Inc\",Etc/UTC,pt\n",
            ),
            (
                "routes.txt",
                "route_id,route_short_name,route_type,route_color,agency_id\nR,1,3,FF0000,A\nM,metro,1,,\n",
            ),
            (
                "trips.txt",
                "route_id,service_id,trip_id,direction_id,shape_id\nR,W,t1,0,s\nR,W,t2,1,\nM,X,t3,,q\n",
            ),
            (
                "stop_times.txt",
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,07:00:00,07:00:10,A,1\n\
                 t1,07:05:00,07:05:00,B,2\nt2,25:00:00,25:00:00,B,5\nt2,,,A,6\nt2,25:09:00,25:09:00,B,9\n\
                 t3,8:00:00,8:00:00,A,1\nt3,8:03:00,8:03:00,B,2\n",
            ),
            (
                "calendar.txt",
                "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n\
                 W,1,1,1,1,1,0,0,20260101,20261231\n",
            ),
            ("calendar_dates.txt", "service_id,date,exception_type\nX,20260318,1\nW,20260318,2\n"),
            ("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt3,06:00:00,22:00:00,600\n"),
            (
                "shapes.txt",
                "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,-30,-51.2,1\ns,-30.01,-51.19,3\n\
                 s,-30.02,-51.2,2\nq,-30,-51.2,0\nq,-30.01,-51.19,1\n",
            ),
        ]],
        Reader::Osm | Reader::Omx => &[],
    }
}

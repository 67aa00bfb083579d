//! A city whose riders walk to their stops.

use crate::scratch::Folder;

#[test]
fn a_city_on_foot_is_described() {
    let folder = Folder::new("on-foot");
    folder.write("foot/nodes.csv", "id,lat,lon\n1,0,0\n2,0,0.01\n3,0.002,0\n");
    folder.write("foot/links.csv", "from,to,travel_time\n1,2,4\n2,1,4\n");
    folder.write("foot/demand.csv", "from,to,demand\n1,2,10\n3,2,5\n");
    folder.write("foot/walks.csv", "from,to,minutes\n3,1,4\n");
    let (status, info, stderr) = folder.run("city info foot");
    assert_eq!(status, 0, "{stderr}");
    assert!(info.contains("  without streets        1 nodes, reached on foot\n"), "{info}");
    assert!(info.contains("  period                 not stated; "), "{info}");
    let (_, info, _) = folder.run("city info mandl");
    assert!(info.contains("  period                 one hour, 15570 trips per hour\n"), "{info}");
    folder.write("foot/walks.csv", "from,to,minutes\n3,7,4\n3,1,x\n");
    let (status, _, stderr) = folder.run("city info foot");
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("foot/walks.csv:2: node 7 is not in foot/nodes.csv [city-013]"), "{stderr}");
    assert!(
        stderr.contains("foot/walks.csv:3: the walk from 3 to 1 takes x, which is not a number [city-030]")
    );
}

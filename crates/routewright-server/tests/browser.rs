//! The whole journey in a real browser: open, draw, change a headway, undo, improve, compare, export, reload.

mod support;

use serde_json::{Value, json};
use support::TestServer;
use support::browser::Browser;

fn hook(name: &str) -> String {
    format!("[data-testid='{name}']")
}

/// Where a node of the city lies in the window.
fn place(browser: &mut Browser, node: usize) -> (f64, f64) {
    let place = browser.value(&format!(
        "(() => {{ const m = planner.plan.map, p = m.view.screen(planner.plan.session.values.map.nodes[{node}]), \
         b = document.querySelector('{}').getBoundingClientRect(); return [b.x + p[0], b.y + p[1]]; }})()",
        hook("map").replace('\'', "\\'")
    ));
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

fn state(browser: &mut Browser, part: &str) -> Value {
    browser.value(&format!("planner.plan.session.values.state.{part}"))
}

/// Opens a new plan of Mandl's city as a first-time user does.
fn new_plan(browser: &mut Browser, server: &TestServer, name: &str) {
    browser.open(&server.url);
    browser.click(&hook("new-plan"));
    browser.see(&hook("new-plan-dialog"));
    browser.fill(&hook("new-plan-name"), name);
    browser.click(&hook("new-plan-dialog-send"));
    browser.until("window.planner?.plan?.session");
    browser.see(&hook("map"));
}

/// Draws a line by clicking stops.
fn draw(browser: &mut Browser, nodes: &[usize]) {
    browser.click(&hook("tool-draw"));
    for &node in nodes {
        let (x, y) = place(browser, node);
        browser.click_at(x, y);
        std::thread::sleep(std::time::Duration::from_millis(120));
    }
    browser.key("Enter");
}

fn no_complaints(browser: &Browser, server: &TestServer) {
    assert!(browser.errors.is_empty(), "{:?}", browser.errors);
    let own = format!("http://{}/", server.host());
    let elsewhere: Vec<&String> = browser
        .requests
        .iter()
        .filter(|url| !url.starts_with(&own) && !url.starts_with("data:") && *url != "about:blank")
        .collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

#[test]
fn from_an_empty_page_to_a_feed() {
    let server = TestServer::start();
    let Some(mut browser) = Browser::start(1440, 900) else { return };
    let b = &mut browser;
    new_plan(b, &server, "My first plan");
    draw(b, &[0, 12]);
    b.until("planner.plan.session.values.state.lines.length === 1");
    assert_eq!(state(b, "lines[0].stops"), json!([0, 1, 2, 5, 7, 9, 12]));
    b.until(&format!("document.querySelector({:?}).innerText.includes('7')", hook("vehicles")));
    draw(b, &[8, 3]);
    b.until("planner.plan.session.values.state.lines.length === 2");
    b.picture("drawn");
    // A shorter headway takes more vehicles; undo takes them back.
    let before = state(b, "figures.vehicles").as_u64().unwrap();
    b.click(&hook("headway"));
    b.value(&format!("document.querySelector({:?}).focus()", hook("headway")));
    let middle = state(b, "revision").as_u64().unwrap();
    b.key("ArrowRight");
    b.key("ArrowRight");
    b.until(&format!("planner.plan.session.values.state.revision > {middle} || planner.plan.session.values.state.figures.vehicles !== {before}"));
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_ne!(state(b, "figures.vehicles").as_u64().unwrap(), before);
    while state(b, "figures.vehicles").as_u64().unwrap() != before {
        let revision = state(b, "revision");
        b.click(&hook("undo"));
        b.until(&format!("planner.plan.session.values.state.revision > {revision}"));
        assert!(state(b, "lines").as_array().unwrap().len() == 2, "only headways were undone");
    }
    // Any number of minutes can be typed, and taken back.
    b.fill(&hook("headway-minutes"), "34.3");
    b.key("Tab");
    b.until("planner.plan.session.values.state.lines.some(line => line.headway === 34.3)");
    b.click(&hook("undo"));
    b.until("planner.plan.session.values.state.lines.every(line => line.headway !== 34.3)");
    // The shortest search there is.
    b.click(&hook("improve-open"));
    b.fill(&hook("improve-minutes"), "0.1");
    let old = state(b, "figures.mean_min").as_f64().unwrap();
    let old_id = state(b, "id");
    b.click(&hook("improve-send"));
    b.see(&hook("job"));
    b.picture("improving");
    // The result opens when the search is done.
    b.until(&format!("(planner.plan?.session?.values.state.id ?? {old_id}) !== {old_id}"));
    b.picture("improved");
    assert!(state(b, "figures.mean_min").as_f64().unwrap() < old);
    let id = state(b, "id").as_str().unwrap().to_owned();
    // Export as the menu does it.
    b.click(&hook("export-menu"));
    b.see(&hook("export-gtfs.zip"));
    let feed = b.value(&format!(
        "fetch('/api/plans/{id}/export/gtfs.zip').then(r => r.arrayBuffer()).then(a => a.byteLength)"
    ));
    assert!(feed.as_u64().unwrap() > 1000);
    b.key("Escape");
    // Both plans side by side.
    b.value(&format!("location.hash = '#/compare/{},{id}'", old_id.as_str().unwrap()));
    b.see(&hook("comparison"));
    b.until(&format!("document.querySelectorAll({:?}).length >= 2", hook("small-map")));
    let table = b.text(&hook("comparison"));
    assert!(table.contains("My first plan") && table.contains("Mean trip"), "{table}");
    b.picture("compared");
    // Everything is there after a reload.
    b.open(&format!("{}#/plan/{id}", server.url));
    b.reload();
    b.until(&format!("window.planner?.plan?.session?.values.state.id === {id:?}"));
    assert!(!state(b, "lines").as_array().unwrap().is_empty());
    no_complaints(&browser, &server);
}

#[test]
fn a_line_is_drawn_by_keyboard_alone() {
    let server = TestServer::start();
    let Some(mut browser) = Browser::start(1024, 768) else { return };
    let b = &mut browser;
    new_plan(b, &server, "Keys");
    b.value(&format!("document.querySelector({:?}).focus()", hook("tool-draw")));
    b.key("Enter");
    for stop in ["1", "13"] {
        b.fill(&hook("add-stop"), stop);
        b.key("Enter");
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    b.value(&format!("document.querySelector({:?}).focus()", hook("finish-line")));
    b.key("Enter");
    b.until("planner.plan.session.values.state.lines.length === 1");
    // Screen readers hear what the edit did.
    b.until(&format!("document.querySelector({:?}).textContent.trim().length > 0", hook("live-region")));
    no_complaints(&browser, &server);
}

#[test]
fn names_never_become_markup() {
    let server = TestServer::start();
    let evil = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=2</script>";
    let plan = server.plan(evil);
    let drawn = server.edit(&plan, 0, json!({"do": "draw", "stops": [0, 12], "name": "<b onclick=x>7</b>"}));
    assert_eq!(drawn.status, 200);
    let Some(mut browser) = Browser::start(1440, 900) else { return };
    let b = &mut browser;
    b.open(&server.url);
    b.see(&hook("plan-row"));
    assert!(b.text(&hook("plans")).contains("<img src=x"));
    b.open(&format!("{}#/plan/{plan}", server.url));
    b.until("window.planner?.plan?.session");
    b.see(&hook("line"));
    b.value(&format!("location.hash = '#/compare/{plan},{plan}'"));
    b.see(&hook("comparison"));
    assert_eq!(b.value("window.hacked ?? null"), Value::Null);
    assert_eq!(b.value("document.querySelectorAll('main img, main script, main b[onclick]').length"), 0);
    no_complaints(&browser, &server);
}

#[test]
fn a_phone_shows_and_compares() {
    let server = TestServer::start();
    let plan = server.plan("Small");
    server.edit(&plan, 0, json!({"do": "draw", "stops": [0, 12], "headway": 10}));
    let Some(mut browser) = Browser::start(420, 800) else { return };
    let b = &mut browser;
    b.open(&format!("{}#/plan/{plan}", server.url));
    b.until("window.planner?.plan?.session");
    b.see(&hook("map"));
    b.picture("phone");
    // Nothing sticks out to the right.
    b.until("document.documentElement.scrollWidth <= 420");
    b.value(&format!("location.hash = '#/compare/{plan},{plan}'"));
    b.see(&hook("comparison"));
    no_complaints(&browser, &server);
}

#[test]
fn another_tab_is_told() {
    let server = TestServer::start();
    let plan = server.plan("Two tabs");
    let Some(mut browser) = Browser::start(1440, 900) else { return };
    let b = &mut browser;
    b.open(&format!("{}#/plan/{plan}", server.url));
    b.until("window.planner?.plan?.session");
    // Somebody else edits; this page shows it without being asked.
    server.edit(&plan, 0, json!({"do": "draw", "stops": [0, 12], "headway": 10}));
    b.until("planner.plan.session.values.state.revision === 1");
    b.see(&hook("line"));
    no_complaints(&browser, &server);
}

/// Holds back answers from addresses that contain a part, until the page calls `release()`.
fn hold(browser: &mut Browser, part: &str) {
    browser.value(&format!(
        "(() => {{ const ask = window.fetch, held = new Promise(go => {{ window.release = go; }}); window.isHeld = false; \
         window.fetch = async (path, options) => {{ const answer = await ask(path, options); \
         if (String(path).includes({part:?})) {{ window.isHeld = true; await held; }} return answer; }}; }})()"
    ));
}

#[test]
fn a_late_answer_does_not_touch_another_page() {
    let server = TestServer::start();
    let (first, second) = (server.plan("First"), server.plan("Second"));
    let Some(mut browser) = Browser::start(1440, 900) else { return };
    let b = &mut browser;
    let wait = || std::thread::sleep(std::time::Duration::from_millis(400));
    b.open(&format!("{}#/plan/{first}", server.url));
    b.until("window.planner?.plan?.session");
    // An edit and one that waits for it; the plan is left before the first is answered.
    hold(b, "/edits");
    for stops in ["[0, 12]", "[8, 3]"] {
        b.value(&format!("void planner.plan.session.edit({{ do: 'draw', stops: {stops}, headway: 10 }})"));
    }
    b.until("window.isHeld");
    b.value(&format!("location.hash = '#/plan/{second}'"));
    b.until(&format!("planner.plan?.session.values.state.id === {second:?}"));
    b.value("release()");
    wait();
    assert_eq!(b.value("document.title"), "Second – Routewright");
    assert_eq!(b.value(&format!("document.querySelectorAll({:?}).length", hook("line"))), 0);
    assert_eq!(state(b, "lines"), json!([]));
    // Both edits are in the plan that was left.
    b.until(&format!(
        "fetch('/api/plans/{first}').then(answer => answer.json()).then(plan => plan.lines.length === 2)"
    ));
    // A plan that is slow to open, left for the start page.
    hold(b, &format!("/api/plans/{first}"));
    b.value(&format!("location.hash = '#/plan/{first}'"));
    b.until("window.isHeld");
    b.value("location.hash = '#/'");
    b.see(&hook("new-plan"));
    b.value("release()");
    wait();
    assert_eq!(b.value("document.title"), "Routewright");
    assert_eq!(b.value(&format!("document.querySelectorAll({:?}).length", hook("plan-name"))), 0);
    // An address that cannot be decoded.
    b.value("location.hash = '#/plan/%'");
    b.see(&hook("page-problem"));
    assert!(b.text(&hook("page-problem")).contains("Not found"));
}

#[test]
fn seven_pages_work_at_once() {
    let server = TestServer::start();
    let plan = server.plan("Seven");
    let Some(mut browser) = Browser::start(1024, 768) else { return };
    let b = &mut browser;
    let url = format!("{}#/plan/{plan}", server.url);
    b.open(&url);
    b.until("window.planner?.plan?.session");
    for _ in 0..6 {
        let opens = format!("(window.others ??= []).push(window.open({url:?})), null");
        b.call("Runtime.evaluate", json!({"expression": opens, "userGesture": true}));
    }
    b.until("others.every(page => page?.planner?.plan?.session)");
    let edit =
        "planner.plan.session.edit({ do: 'draw', stops: [0, 12], headway: 10 }).then(plan => plan.revision)";
    assert_eq!(b.value(edit), 1);
    b.until("others.every(page => page.planner.plan.session.values.state.revision === 1)");
    // The page that listened for all is left; another one takes over.
    b.open("about:blank");
    b.open(&url);
    b.until("window.planner?.plan?.session");
    server.edit(&plan, 1, json!({"do": "draw", "stops": [8, 3], "headway": 10}));
    b.until("planner.plan.session.values.state.revision === 2");
    no_complaints(&browser, &server);
}

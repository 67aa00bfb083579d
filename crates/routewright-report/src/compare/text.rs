//! A comparison as text for terminals, and its zones as CSV.

use super::ComparePage;
use super::figures::parts;
use crate::spreadsheet::csv_text;
use crate::words::printable;

/// Figures of all networks, a column each, and what became of today's lines.
pub fn compare_table(page: &ComparePage<'_>) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let names = page.networks.iter().map(|network| printable(&network.name));
    rows.push(std::iter::once(String::new()).chain(names).collect());
    for part in parts(page) {
        rows.push(vec![part.name.to_lowercase() + ":"]);
        for row in &part.rows {
            let values = row.values.iter().map(|&value| row.value(value));
            rows.push(std::iter::once(format!("  {}", row.name)).chain(values).collect());
        }
    }
    if page.plans().iter().any(|plan| plan.fates.is_some()) {
        rows.push(vec!["today's lines:".to_owned()]);
        for name in ["kept", "changed", "split", "merged", "dropped"] {
            let count = |plan: &super::ComparedNetwork| {
                plan.fates.as_ref().map_or(String::new(), |fates| fates.count(name).to_string())
            };
            let counts = page.plans().iter().map(count);
            rows.push([format!("  {name}"), "–".to_owned()].into_iter().chain(counts).collect());
        }
        let new = page
            .plans()
            .iter()
            .map(|plan| plan.fates.as_ref().map_or(String::new(), |fates| fates.new.len().to_string()));
        rows.push(["  new lines".to_owned(), "–".to_owned()].into_iter().chain(new).collect());
    }
    let width = |column: usize| {
        let cells = rows.iter().filter(|row| row.len() > 1).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..=page.networks.len()).map(width).collect();
    let mut text = format!("{}: {} compared with today\n", printable(page.city.name()), plans(page));
    for row in &rows {
        let cell = |(at, cell): (usize, &String)| match at {
            0 => format!("{cell:<0$}", widths[0]),
            _ => format!("  {cell:>0$}", widths[at]),
        };
        let line: String = row.iter().enumerate().map(cell).collect();
        text += line.replace('\u{a0}', " ").trim_end();
        text.push('\n');
    }
    text
}

fn plans(page: &ComparePage<'_>) -> String {
    crate::words::counted(page.plans().len(), "plan")
}

/// Every zone where trips start: minutes per trip today and in every plan, and people where they are known. Empty where
/// networks were judged by the paper's figures.
pub fn compared_zones_csv(page: &ComparePage<'_>) -> String {
    let mut head = ["id", "name", "people", "trips_per_hour", "today_min"].map(str::to_owned).to_vec();
    for plan in page.plans() {
        head.extend([format!("{} min", plan.name), format!("{} gain_min", plan.name)]);
    }
    let zones = page.plans().first().map_or(&[][..], |plan| &plan.gains);
    let rows = zones.iter().enumerate().map(|(at, zone)| {
        let node = page.city.node(zone.node);
        let people = page.people.map_or(String::new(), |people| people[zone.node.index()].to_string());
        let minutes = |minutes: f64| format!("{:.3}", minutes + 0.0);
        let mut row = vec![
            node.name.clone(),
            node.label().to_owned(),
            people,
            minutes(zone.trips),
            minutes(zone.before_min),
        ];
        for plan in page.plans() {
            let gain = &plan.gains[at];
            row.extend([minutes(gain.after_min), minutes(gain.gain_min())]);
        }
        row
    });
    csv_text(std::iter::once(head).chain(rows))
}

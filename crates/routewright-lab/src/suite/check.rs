//! What a suite file of the right form may still have wrong.

use std::collections::BTreeSet;
use std::ops::Range;

use routewright_design::Choice;
use routewright_io::{InputError, TextFile};
use routewright_synth::CityKind;

use super::file::{MethodEntry, SuiteFile, line_of};
use crate::LabError;
use crate::cities::is_reserved;

/// # Errors
/// Everything that is wrong.
pub(super) fn check(file: &TextFile, suite: &SuiteFile) -> Result<(), LabError> {
    let mut faults = Faults { file, found: Vec::new() };
    let lists = [
        ("cities", suite.cities.span(), suite.cities.get_ref().is_empty()),
        ("alphas", suite.alphas.span(), suite.alphas.get_ref().is_empty()),
        ("seeds", suite.seeds.span(), suite.seeds.get_ref().is_empty()),
    ];
    for (name, span, _) in lists.into_iter().filter(|(.., is_empty)| *is_empty) {
        faults.add(span, "suite-002", format!("{name} is empty"), "name one or more");
    }
    let mut alphas: Vec<_> =
        suite.alphas.get_ref().iter().chain(suite.scaled.alphas.iter().flatten()).collect();
    for method in &suite.methods {
        alphas.extend(method.alphas.iter().chain(&method.scaled.alphas).flatten());
    }
    for alpha in alphas.into_iter().filter(|alpha| !(0.0..=1.0).contains(alpha.get_ref())) {
        let problem = format!("alpha is {}, but lies between 0 and 1", alpha.get_ref());
        faults.add(alpha.span(), "suite-003", problem, "0 cares for the operator alone, 1 for riders alone");
    }
    if let Some(problem) = suite.problem.as_ref().filter(|problem| problem.get_ref().alpha.is_some()) {
        let help = "list it in alphas, of the suite or of a method";
        faults.add(problem.span(), "suite-003", "alpha is in [problem]".into(), help);
    }
    if suite.methods.is_empty() {
        let help = "add a [[methods]] table with method and its budget";
        faults.add(0..0, "suite-002", "there are no methods".into(), help);
    }
    for method in &suite.methods {
        check_budget(&mut faults, method);
    }
    check_synthetic(&mut faults, suite);
    check_limits(&mut faults, suite);
    faults.found.sort_by_key(|fault| fault.line);
    if faults.found.is_empty() { Ok(()) } else { Err(LabError::Suite(faults.found)) }
}

/// A search needs an end, and one only; construction a number of networks or a time.
fn check_budget(faults: &mut Faults<'_>, entry: &MethodEntry) {
    let method = *entry.method.get_ref();
    let (name, span) = (method.name(), entry.method.span());
    let mut seconds = [entry.seconds, entry.scaled.seconds].into_iter().flatten();
    if let Some(wrong) = seconds.find(|seconds| !seconds.is_finite() || *seconds <= 0.0) {
        let problem = format!("{name} has a budget of {wrong} seconds");
        faults.add(span.clone(), "suite-004", problem, "give more than 0 seconds");
    }
    let zero = [entry.iterations, entry.scaled.iterations].contains(&Some(0))
        || [entry.samples, entry.scaled.samples, entry.threads, entry.chains].contains(&Some(0));
    if zero {
        let problem = format!("{name} has a budget, threads or chains of 0");
        faults.add(span.clone(), "suite-004", problem, "give 1 or more");
    }
    let scaled = (entry.scaled.seconds, entry.scaled.iterations);
    let is_other_kind = method.draws_samples()
        && (scaled.1.is_some()
            || scaled.0.is_some() && entry.seconds.is_none()
            || entry.scaled.samples.is_some() && entry.samples.is_none());
    if matches!(scaled, (Some(_), Some(_))) || is_other_kind {
        let problem = format!("the scaled budget of {name} does not fit it");
        let help =
            "give what the full budget gives: samples or seconds for lc and rc, else seconds or iterations";
        faults.add(span.clone(), "suite-004", problem, help);
    }
    match (method.draws_samples(), entry.seconds, entry.iterations) {
        (true, None, None) if entry.samples.is_some() => {}
        (true, Some(_), None) if entry.samples.is_none() => {}
        (true, ..) => {
            let problem = format!("the budget of {name} is neither a number of samples nor a time");
            faults.add(span, "suite-004", problem, "give samples or seconds, and no iterations");
        }
        (false, Some(_), None) | (false, None, Some(_)) => {}
        (false, Some(_), Some(_)) => {
            let problem = format!("{name} has seconds and iterations");
            faults.add(span, "suite-004", problem, "give one of the two");
        }
        (false, None, None) => {
            faults.add(span, "suite-004", format!("{name} has no budget"), "give seconds or iterations");
        }
    }
}

fn check_synthetic(faults: &mut Faults<'_>, suite: &SuiteFile) {
    let mut names = BTreeSet::new();
    for city in &suite.synthetic {
        if let Err(error) = city.kind.get_ref().parse::<CityKind>() {
            let help = "kinds are 4-nn, 4-grid, 8-grid, voronoi and mst";
            faults.add(city.kind.span(), "suite-005", error.to_string(), help);
        }
        let (name, span) = (city.name.get_ref(), city.name.span());
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if is_reserved(name) {
            let problem =
                format!("a synthetic city cannot be called {name:?}: a benchmark city has that name");
            faults.add(span, "suite-006", problem, "choose another name");
        } else if name.is_empty() || !name.chars().all(plain) || !names.insert(name) {
            let problem = format!("a synthetic city cannot be called {name:?}");
            faults.add(span, "suite-005", problem, "use letters, digits, - and _, each name once");
        }
    }
}

fn check_limits(faults: &mut Faults<'_>, suite: &SuiteFile) {
    let own = suite
        .methods
        .iter()
        .flat_map(|method| method.cities.iter().chain(&method.scaled.cities))
        .chain(&suite.scaled.cities)
        .flatten();
    let cities: BTreeSet<&String> =
        suite.cities.get_ref().iter().chain(own).map(|city| city.get_ref()).collect();
    let synthetic: BTreeSet<&String> = suite.synthetic.iter().map(|city| city.name.get_ref()).collect();
    let mut seen = BTreeSet::new();
    for limits in &suite.limits {
        let city = limits.city.get_ref();
        if !cities.contains(city) || synthetic.contains(city) || !seen.insert(city) {
            let problem =
                format!("[[limits]] names {city:?}, which is not a city of the suite without limits");
            let help = "name one of cities, once; a synthetic city has its limits in its own table";
            faults.add(limits.city.span(), "suite-007", problem, help);
        }
    }
}

struct Faults<'a> {
    file: &'a TextFile,
    found: Vec<InputError>,
}

impl Faults<'_> {
    fn add(&mut self, span: Range<usize>, code: &'static str, problem: String, help: &str) {
        let line = if span == (0..0) { 0 } else { line_of(&self.file.text, span.start) };
        self.found.push(InputError { path: self.file.path.clone(), line, code, problem, help: help.into() });
    }
}

//! What a comparison found, in plain sentences with the numbers.

use maud::{Markup, html};
use routewright_eval::ACCESS_LIMITS;
use routewright_eval::service::ServiceAssessment;

use super::figures::unserved_percent;
use super::zones::Shares;
use super::{ComparePage, ComparedNetwork, Judged};
use crate::words::{counted, grouped, signed, trimmed, whole_percent};

/// A sentence or two per plan, then what all of them have in common.
pub(super) fn findings(page: &ComparePage<'_>) -> Markup {
    html! {
        ul.findings {
            @for plan in page.plans() { li { (of_plan(page, plan)) } }
            @if page.model.is_some() {
                li { (unserved(page)) }
                li { (loads(page)) }
                @if let Some(text) = access(page) { li { (text) } }
            }
            @if let [plan] = page.plans() { @if let Some(text) = lines(plan) { li { (text) } } }
        }
    }
}

/// Minutes and vehicles, and who gains and loses.
fn of_plan(page: &ComparePage<'_>, plan: &ComparedNetwork) -> Markup {
    let (today, service) = match (page.today().service(), &plan.judged) {
        (Some(today), Judged::Service(service)) => (today, service),
        (_, _) => return of_paper(page, plan),
    };
    let change = match today.mean_min > 0.0 {
        true => 100.0 * (service.mean_min / today.mean_min - 1.0),
        false => 0.0,
    };
    html! {
        b { (plan.name) } ": an average trip takes " b { (format!("{:.1}", service.mean_min)) " perceived minutes" }
        " instead of " (format!("{:.1}", today.mean_min)) " today (" (signed(change, 1)) "\u{a0}%), with "
        b { (fleet(service, today)) } "."
        @if let Some(shares) = Shares::new(page, plan) {
            " " b { (whole_percent(shares.gaining)) } " of " (shares.of_whom) " live where an average trip becomes more \
            than a minute shorter, " b { (whole_percent(shares.losing)) } " where it becomes more than a minute longer."
        }
    }
}

fn of_paper(page: &ComparePage<'_>, plan: &ComparedNetwork) -> Markup {
    let (Judged::Paper(today), Judged::Paper(figures)) = (&page.today().judged, &plan.judged) else {
        return html! { b { (plan.name) } };
    };
    html! {
        b { (plan.name) } ": a mean trip takes " b { (trimmed(figures.passenger_minutes, 2)) " minutes" } " instead of "
        (trimmed(today.passenger_minutes, 2)) " today, without walking and waiting; "
        (trimmed(figures.unserved_percent, 1)) "\u{a0}% of trips cannot be made (today "
        (trimmed(today.unserved_percent, 1)) "\u{a0}%), and vehicles drive "
        (grouped(figures.driven_minutes, 0)) " minutes on all lines together (today " (grouped(today.driven_minutes, 0)) ")."
    }
}

fn fleet(service: &ServiceAssessment, today: &ServiceAssessment) -> String {
    let count = |vehicles: u64| counted(vehicles as usize, "vehicle");
    match service.vehicles.cmp(&today.vehicles) {
        std::cmp::Ordering::Equal => format!("as many vehicles as today ({})", service.vehicles),
        std::cmp::Ordering::Less => {
            format!("{}, {} fewer than today", count(service.vehicles), today.vehicles - service.vehicles)
        }
        std::cmp::Ordering::Greater => {
            format!("{}, {} more than today", count(service.vehicles), service.vehicles - today.vehicles)
        }
    }
}

/// `Plan A 1.2 %, Plan B 0 %`.
fn by_plan(page: &ComparePage<'_>, value: impl Fn(&ServiceAssessment) -> String) -> String {
    let plans = page.plans().iter().filter_map(|plan| Some((plan, plan.service()?)));
    let values: Vec<String> =
        plans.map(|(plan, service)| format!("{} {}", plan.name, value(service))).collect();
    values.join(", ")
}

fn unserved(page: &ComparePage<'_>) -> Markup {
    let percent = |service: &ServiceAssessment| whole_percent(unserved_percent(service) / 100.0);
    let Some(today) = page.today().service() else { return html! {} };
    let give_up = trimmed(today.model.costs.give_up, 0);
    html! {
        "Trips that cannot be made within " (give_up) " perceived minutes: today " b { (percent(today)) } ", "
        (by_plan(page, percent)) " of " (grouped(today.trips, 0)) " trips per hour."
    }
}

fn loads(page: &ComparePage<'_>) -> Markup {
    let Some(today) = page.today().service() else { return html! {} };
    let legs = |service: &ServiceAssessment| match service.overloaded_legs {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    let is_sound =
        page.plans().iter().filter_map(ComparedNetwork::service).all(|plan| plan.overloaded_legs == 0);
    html! {
        "Legs between two stops where vehicles would be overloaded: today " b { (legs(today)) } ", "
        (by_plan(page, legs)) "."
        @if !is_sound { " Where a plan overloads vehicles, not everybody could travel as counted here." }
    }
}

/// The column after people, most often jobs, within the middle limit.
fn access(page: &ComparePage<'_>) -> Option<Markup> {
    let is_people =
        |name: &str| ["people", "population"].iter().any(|other| name.eq_ignore_ascii_case(other));
    let at = page.columns.iter().position(|column| !is_people(&column.name))?;
    let share = |network: &ComparedNetwork| network.reach.get(at).map(|reach| 100.0 * reach.within[1]);
    let today = share(page.today())?;
    let plans: Vec<String> = page
        .plans()
        .iter()
        .filter_map(|plan| Some(format!("{} {}\u{a0}%", plan.name, trimmed(share(plan)?, 1))))
        .collect();
    Some(html! {
        "Within " (format!("{:.0}", ACCESS_LIMITS[1].minutes())) " minutes from door to door an average person can get to "
        b { (trimmed(today, 1)) "\u{a0}%" } " of " (page.columns[at].name) " today; " (plans.join(", ")) "."
    })
}

fn lines(plan: &ComparedNetwork) -> Option<Markup> {
    let fates = plan.fates.as_ref()?;
    let count = |name: &str| fates.count(name);
    Some(html! {
        "Of today's " (counted(fates.lines.len(), "line")) ", " (count("kept")) " are kept, " (count("changed"))
        " changed, " (count("split")) " split, " (count("merged")) " merged with another and " (count("dropped"))
        " dropped; " (fates.new.len()) " lines are new."
    })
}

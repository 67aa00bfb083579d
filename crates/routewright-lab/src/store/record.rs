//! One finished run.

use routewright_design::{Choice, built_in_model};
use routewright_io::network_to_json;
use routewright_report::Trace;
use rusqlite::Row;
use rusqlite::types::Value as Sql;

use crate::machine::machine;
use crate::{Finding, Identity, Trial};

/// Most points of a trace that are stored.
const MOST_TRACE_POINTS: usize = 200;

/// A finished run: what it found, scored by the reference evaluator, and everything needed to repeat it.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Record {
    /// Identifies the run.
    pub key: String,
    /// Name of the city in the suite.
    pub city: String,
    /// Method with its budget: `NEA IT=400`.
    pub label: String,
    /// The search, as `design` takes it.
    pub method: String,
    /// Weight of riders' time against operating cost.
    pub alpha: f64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads used.
    pub threads: u64,
    /// The budget in seconds, if it is a time.
    pub budget_seconds: Option<f64>,
    /// Whether the command gives the same network again.
    pub is_reproducible: bool,
    /// Unified cost (C).
    pub cost: f64,
    /// Mean trip (C_p), minutes; none if no trip is served.
    pub cp_min: Option<f64>,
    /// Sum of one-way route times (C_o), minutes.
    pub co_min: f64,
    /// Sum of route times in every direction driven, minutes.
    pub co_two_way_min: f64,
    /// Percent of trips with none, one and two transfers, and with more or unserved.
    pub transfer_percent: [f64; 4],
    /// Pairs with demand that are not connected.
    pub unserved_pairs: u64,
    /// Constraints that the network violates, in words.
    pub violations: Vec<String>,
    /// Seconds of search.
    pub seconds: f64,
    /// Rounds of the search.
    pub rounds: u64,
    /// Networks scored.
    pub evaluations: u64,
    /// Routes asked for (S).
    pub routes: u64,
    /// Lower bound of the mean trip, minutes.
    pub cp_bound_min: f64,
    /// The longest drive (T_max), minutes.
    pub longest_drive_min: f64,
    /// Version of the program.
    pub version: String,
    /// Processor, cores and system.
    pub machine: String,
    /// Kernel of the policy, where one is asked.
    pub kernel: Option<String>,
    /// Fingerprint of the city.
    pub city_hash: String,
    /// Fingerprint of the policy.
    pub model_hash: Option<String>,
    /// The command that generates the city, for synthetic ones.
    pub setup: Option<String>,
    /// The command that repeats the run.
    pub command: String,
    /// All settings as JSON, with fingerprints in place of files, and the name of the policies as `policies`.
    pub settings: String,
    /// The network, as JSON.
    pub network: String,
    /// Cost over time, some points left out.
    pub trace: String,
    /// When it was stored: `2026-11-15T14:00:00Z`.
    pub finished_at: String,
}

impl Record {
    /// What a run found, with everything needed to repeat it.
    pub fn new(key: String, trial: &Trial, identity: &Identity, found: &Finding) -> Self {
        let Finding { problem, figures, .. } = found;
        Self {
            key,
            city: trial.city_name.clone(),
            label: trial.label.clone(),
            method: trial.options.method().name().to_owned(),
            alpha: trial.alpha(),
            seed: trial.seed(),
            threads: trial.threads as u64,
            budget_seconds: trial.seconds(),
            is_reproducible: identity.is_reproducible,
            cost: figures.cost,
            cp_min: Some(figures.passenger_minutes).filter(|minutes| minutes.is_finite()),
            co_min: figures.route_minutes,
            co_two_way_min: figures.driven_minutes,
            transfer_percent: figures.transfer_percent,
            unserved_pairs: figures.unserved_pairs as u64,
            violations: figures.violations.iter().map(ToString::to_string).collect(),
            seconds: found.seconds,
            rounds: found.rounds,
            evaluations: found.evaluations,
            routes: problem.limits.routes() as u64,
            cp_bound_min: problem.city.mean_drive_minutes(),
            longest_drive_min: problem.city.longest_drive().minutes(),
            version: identity.version.clone(),
            machine: machine(),
            kernel: identity.kernel.clone(),
            city_hash: identity.city_hash.clone(),
            model_hash: identity.model_hash.clone(),
            setup: identity.setup.clone(),
            command: identity.command.clone(),
            settings: settings(trial, identity).to_string(),
            network: network_to_json(&problem.city, &found.network),
            trace: thinned(&found.trace).to_csv(),
            finished_at: String::new(),
        }
    }

    /// Every setting by name; those of a part of the settings by their own names.
    pub(crate) fn flat_settings(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut flat = serde_json::Map::new();
        for (name, value) in serde_json::from_str::<serde_json::Map<_, _>>(&self.settings).unwrap_or_default()
        {
            match value {
                serde_json::Value::Object(part) => flat.extend(part),
                value => drop(flat.insert(name, value)),
            }
        }
        flat
    }

    /// A setting that is a whole number.
    pub(crate) fn whole_setting(&self, name: &str) -> Option<u64> {
        self.flat_settings().get(name)?.as_u64()
    }

    /// Whether two routes of its network may be the same.
    pub(crate) fn may_repeat_routes(&self) -> bool {
        self.flat_settings().get("no-distinct").and_then(serde_json::Value::as_bool).unwrap_or(false)
    }

    /// Values in the order of the INSERT statement.
    pub(super) fn values(&self) -> Vec<Sql> {
        let inserted = Column::ALL.iter().filter(|column| column.name != "finished_at");
        inserted.map(|column| (column.value)(self).into()).collect()
    }

    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let violations: String = row.get("violations")?;
        Ok(Self {
            key: row.get("key")?,
            city: row.get("city")?,
            label: row.get("label")?,
            method: row.get("method")?,
            alpha: row.get("alpha")?,
            seed: whole(row, "seed")?,
            threads: whole(row, "threads")?,
            budget_seconds: row.get("budget_seconds")?,
            is_reproducible: row.get("reproducible")?,
            cost: row.get("cost")?,
            cp_min: row.get("cp_min")?,
            co_min: row.get("co_min")?,
            co_two_way_min: row.get("co_two_way_min")?,
            transfer_percent: [row.get("d0")?, row.get("d1")?, row.get("d2")?, row.get("dun")?],
            unserved_pairs: whole(row, "unserved_pairs")?,
            violations: serde_json::from_str(&violations).unwrap_or_else(|_| vec![violations]),
            seconds: row.get("seconds")?,
            rounds: whole(row, "rounds")?,
            evaluations: whole(row, "evaluations")?,
            routes: whole(row, "routes")?,
            cp_bound_min: row.get("cp_bound_min")?,
            longest_drive_min: row.get("longest_drive_min")?,
            version: row.get("version")?,
            machine: row.get("machine")?,
            kernel: row.get("kernel")?,
            city_hash: row.get("city_hash")?,
            model_hash: row.get("model_hash")?,
            setup: row.get("setup")?,
            command: row.get("command")?,
            settings: row.get("settings")?,
            network: row.get("network")?,
            trace: row.get("trace")?,
            finished_at: row.get("finished_at")?,
        })
    }
}

/// The settings with the name of the policies. The key of a run contains their content instead.
fn settings(trial: &Trial, identity: &Identity) -> serde_json::Value {
    let mut settings = identity.settings.clone();
    if let Some(policies) = &trial.policies {
        let is_file = trial.options.model.as_ref().is_some_and(|model| !built_in_model(model));
        let absolute = is_file.then(|| std::path::absolute(policies).ok()).flatten();
        settings["policies"] = absolute.map_or(policies.clone(), |path| path.display().to_string()).into();
    }
    settings
}

/// A field of a record, for tables.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) value: fn(&Record) -> Value,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Whole,
    Real,
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Whole(i64),
    Real(f64),
    None,
}

macro_rules! columns {
    ($($name:literal $kind:ident $value:expr;)*) => {
        [$(Column { name: $name, kind: Kind::$kind, value: |record| $value(record) }),*]
    };
}

impl Column {
    /// Every field, in the order of the store and of exports.
    pub(crate) const ALL: [Column; 36] = columns![
        "key" Text |r: &Record| text(&r.key);
        "city" Text |r: &Record| text(&r.city);
        "label" Text |r: &Record| text(&r.label);
        "method" Text |r: &Record| text(&r.method);
        "alpha" Real |r: &Record| Value::Real(r.alpha);
        "seed" Whole |r: &Record| number(r.seed);
        "threads" Whole |r: &Record| number(r.threads);
        "budget_seconds" Real |r: &Record| real(r.budget_seconds);
        "reproducible" Whole |r: &Record| number(r.is_reproducible.into());
        "cost" Real |r: &Record| Value::Real(r.cost);
        "cp_min" Real |r: &Record| real(r.cp_min);
        "co_min" Real |r: &Record| Value::Real(r.co_min);
        "co_two_way_min" Real |r: &Record| Value::Real(r.co_two_way_min);
        "d0" Real |r: &Record| Value::Real(r.transfer_percent[0]);
        "d1" Real |r: &Record| Value::Real(r.transfer_percent[1]);
        "d2" Real |r: &Record| Value::Real(r.transfer_percent[2]);
        "dun" Real |r: &Record| Value::Real(r.transfer_percent[3]);
        "unserved_pairs" Whole |r: &Record| number(r.unserved_pairs);
        "violations" Text |r: &Record| Value::Text(serde_json::json!(r.violations).to_string());
        "seconds" Real |r: &Record| Value::Real(r.seconds);
        "rounds" Whole |r: &Record| number(r.rounds);
        "evaluations" Whole |r: &Record| number(r.evaluations);
        "routes" Whole |r: &Record| number(r.routes);
        "cp_bound_min" Real |r: &Record| Value::Real(r.cp_bound_min);
        "longest_drive_min" Real |r: &Record| Value::Real(r.longest_drive_min);
        "version" Text |r: &Record| text(&r.version);
        "machine" Text |r: &Record| text(&r.machine);
        "kernel" Text |r: &Record| optional(&r.kernel);
        "city_hash" Text |r: &Record| text(&r.city_hash);
        "model_hash" Text |r: &Record| optional(&r.model_hash);
        "setup" Text |r: &Record| optional(&r.setup);
        "command" Text |r: &Record| text(&r.command);
        "settings" Text |r: &Record| text(&r.settings);
        "network" Text |r: &Record| text(&r.network);
        "trace" Text |r: &Record| text(&r.trace);
        "finished_at" Text |r: &Record| text(&r.finished_at);
    ];
}

impl From<Value> for Sql {
    fn from(value: Value) -> Self {
        match value {
            Value::Text(text) => Self::Text(text),
            Value::Whole(whole) => Self::Integer(whole),
            Value::Real(real) => Self::Real(real),
            Value::None => Self::Null,
        }
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn optional(text: &Option<String>) -> Value {
    text.clone().map_or(Value::None, Value::Text)
}

fn real(real: Option<f64>) -> Value {
    real.map_or(Value::None, Value::Real)
}

fn number(whole: u64) -> Value {
    Value::Whole(i64::try_from(whole).unwrap_or(i64::MAX))
}

fn whole(row: &Row<'_>, name: &str) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(name)?.unsigned_abs())
}

/// At most [`MOST_TRACE_POINTS`] points and the last one.
fn thinned(trace: &Trace) -> Trace {
    let points = trace.points();
    let step = points.len().div_ceil(MOST_TRACE_POINTS).max(1);
    let mut thin = Trace::default();
    for (at, point) in points.iter().enumerate() {
        if at % step == 0 || at + 1 == points.len() {
            thin.push(*point);
        }
    }
    thin
}

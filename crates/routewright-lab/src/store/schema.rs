//! The tables of a store.

use super::record::Column;

/// Version of the tables.
pub(super) const FORM: i64 = 2;

/// Creates the tables, all or none.
pub(super) const CREATE: &str = "
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS runs (
  key TEXT PRIMARY KEY NOT NULL,
  city TEXT NOT NULL, label TEXT NOT NULL, method TEXT NOT NULL,
  alpha REAL NOT NULL, seed INTEGER NOT NULL, threads INTEGER NOT NULL,
  budget_seconds REAL, reproducible INTEGER NOT NULL,
  cost REAL NOT NULL, cp_min REAL, co_min REAL NOT NULL, co_two_way_min REAL NOT NULL,
  d0 REAL NOT NULL, d1 REAL NOT NULL, d2 REAL NOT NULL, dun REAL NOT NULL,
  unserved_pairs INTEGER NOT NULL, violations TEXT NOT NULL,
  seconds REAL NOT NULL, rounds INTEGER NOT NULL, evaluations INTEGER NOT NULL,
  routes INTEGER NOT NULL, cp_bound_min REAL NOT NULL, longest_drive_min REAL NOT NULL,
  version TEXT NOT NULL, machine TEXT NOT NULL, kernel TEXT, finished_at TEXT NOT NULL,
  city_hash TEXT NOT NULL, model_hash TEXT,
  setup TEXT, command TEXT NOT NULL, settings TEXT NOT NULL,
  network TEXT NOT NULL, trace TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS planned (
  suite TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL,
  PRIMARY KEY (suite, key)
) STRICT;
PRAGMA user_version = 2;
COMMIT;";

/// In the order of [`super::Record::values`]; SQLite adds the time.
pub(super) const INSERT: &str = "
INSERT INTO runs (key, city, label, method, alpha, seed, threads, budget_seconds, reproducible, cost, cp_min, co_min,
  co_two_way_min, d0, d1, d2, dun, unserved_pairs, violations, seconds, rounds, evaluations, routes, cp_bound_min,
  longest_drive_min, version, machine, kernel, city_hash, model_hash, setup, command, settings, network, trace,
  finished_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))";

pub(super) const PLAN: &str = "INSERT INTO planned (suite, key, label) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET label = excluded.label";

pub(super) const MEAN_SECONDS: &str = "SELECT city, label, avg(seconds) FROM runs GROUP BY city, label";

/// All columns, in the order of [`Column::ALL`].
pub(super) fn select() -> String {
    let names: Vec<&str> = Column::ALL.iter().map(|column| column.name).collect();
    format!("SELECT {} FROM runs ORDER BY city, alpha, label, seed, key", names.join(", "))
}

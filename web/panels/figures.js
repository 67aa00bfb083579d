// The figures of the plan, with the differences to today's network and to the plan before the last edit.

import { counted, difference, number, shortened } from "../format.js";
import { fill, make } from "../dom.js";

/** @typedef {import("../types.js").Figures} Figures */

/** Parts of a trip: the field, its name, and its class in the bar. */
const PARTS = /** @type {const} */ ([
  ["walking", "walking"],
  ["waiting", "waiting"],
  ["riding", "riding"],
  ["changing", "changing"],
  ["unserved_min", "unserved"],
]);

/** Minutes that are shown as more than 0.0. */
const VISIBLE = 0.05;

/** @param {HTMLElement} panel @param {import("../session.js").Session} session */
export const showFigures = (panel, session) => {
  session.watch(["state"], () => {
    const { figures, today, before, notes } = session.values.state;
    const row = (
      /** @type {string} */ label,
      /** @type {(of: Figures) => number | null} */ of,
      /** @type {{ digits?: number, unit?: string, better?: -1 | 0 | 1, testid?: string, share?: boolean }} */ {
        digits = 0,
        unit = "",
        better = -1,
        testid,
        share,
      } = {},
    ) => {
      const now = of(figures);
      if (now === null || now === undefined) return null;
      const factor = share ? 100 : 1,
        scaled = (/** @type {Figures | null} */ other) => {
          const value = other && of(other);
          return value === null || value === undefined ? null : value * factor;
        };
      // A place for every difference: nothing moves when one comes or goes.
      const cell = (/** @type {string} */ against, /** @type {Figures | null} */ other) =>
        make("dd", { title: against }, changeFrom(now * factor, scaled(other), digits, better));
      return make(
        "div",
        { className: "figure", "data-testid": testid },
        make("dt", null, label, unit ? make("span", { className: "quiet" }, ` ${unit}`) : null),
        make("dd", null, make("b", null, number(now * factor, digits), share ? " %" : "")),
        today ? cell("against today’s network", today) : null,
        cell("by the last edit", before),
      );
    };
    fill(
      panel,
      make("h2", null, "Figures"),
      meanTrip(session, figures, today, before),
      overloaded(session),
      rules(session),
      figures.lines
        ? make(
            "dl",
            { className: `figures${today ? "" : " without-today"}` },
            make(
              "div",
              { className: "figure figure-heads quiet", "aria-hidden": "true" },
              make("dt"),
              make("dd", null, "now"),
              today ? make("dd", null, "vs today") : null,
              make("dd", null, "last edit"),
            ),
            row("Vehicles", of => of.vehicles, { better: 0, testid: "vehicles" }),
            row("Cost per hour", of => of.cost_per_hour, { better: 0, testid: "cost" }),
            row("Unserved trips/h", of => of.unserved_trips, {
              unit: `of ${number(figures.trips)}`,
              testid: "unserved",
            }),
            row("Changes/trip", of => of.changes, { digits: 2 }),
            row("People served", of => of.people_served, { digits: 1, better: 1, share: true }),
            row("Jobs in 45 min", of => of.jobs_45, { digits: 1, better: 1, share: true }),
            row("Fullest vehicle", of => of.fullest, { unit: `of ${number(session.values.map.limits.most_riders)}` }),
            row("Length of lines", of => of.route_km, { digits: 1, unit: "km", better: 0 }),
          )
        : null,
      notes?.length
        ? make("ul", { className: "notes-list quiet" }, ...notes.map(text => make("li", null, text)))
        : null,
    );
  });
};

/** @param {import("../session.js").Session} session @param {Figures} figures @param {Figures | null} today @param {Figures | null} before */
const meanTrip = (session, figures, today, before) => {
  if (figures.mean_min === null || !figures.lines) {
    return make(
      "p",
      { className: "empty" },
      "No line runs yet: nobody can travel. Figures appear with the first line.",
    );
  }
  const total = PARTS.reduce((sum, [part]) => sum + (figures[part] || 0), 0) || 1;
  const bar = make(
    "div",
    {
      className: "bar",
      role: "img",
      "aria-label": PARTS.map(([part, name]) => `${name} ${number(figures[part], 1)} min`).join(", "),
    },
    ...PARTS.filter(([part]) => figures[part] >= VISIBLE).map(([part, name]) => {
      const piece = make("span", { className: `part-${name}`, title: `${name}: ${number(figures[part], 1)} min` });
      piece.style.flexGrow = String(figures[part] / total);
      return piece;
    }),
  );
  return make(
    "div",
    { className: "mean", "data-testid": "mean-trip" },
    make("div", { className: "mean-label" }, "Mean trip"),
    make("div", { className: "mean-value" }, make("b", null, number(figures.mean_min, 1)), " perceived min"),
    make(
      "div",
      { className: "changes" },
      changeFrom(figures.mean_min, today?.mean_min, 1, -1, " vs today"),
      changeFrom(figures.mean_min, before?.mean_min, 1, -1, " by last edit"),
    ),
    bar,
    make(
      "ul",
      { className: `key${today ? " with-today" : ""}` },
      ...PARTS.map(([part, name]) =>
        make(
          "li",
          null,
          make("span", { className: `dot part-${name}` }),
          `${name} `,
          make("b", null, number(figures[part], 1)),
          today ? partChange(figures[part], today[part]) : "",
        ),
      ),
    ),
    make(
      "p",
      { className: "quiet" },
      figures.unserved_min > 0.05 * total
        ? "Trips that no line serves count as very long ones: serve more stops to bring the mean down."
        : weightWords(session.values.map.weights),
      figures.overloaded_legs
        ? " These minutes hold for riders who get on: they leave out the wait for another vehicle where one is too full."
        : "",
    ),
  );
};

/** What weighs more than riding, where something does. @param {{ walk: number, wait: number } | undefined} weights */
const weightWords = weights => {
  const heavy = [weights && weights.wait > 1 ? "waiting" : "", weights && weights.walk > 1 ? "walking" : ""].filter(
    part => part,
  );
  return heavy.length
    ? `Minutes as riders feel them: ${heavy.join(" and ")} ${heavy.length > 1 ? "weigh" : "weighs"} more than riding.`
    : "";
};

/** @param {number} now @param {number} then */
const partChange = (now, then) => {
  const change = difference(now, then, 1);
  return change && change.change ? ` (${change.text})` : "";
};

/** @param {number | null} now @param {number | null | undefined} then @param {number} digits @param {-1 | 0 | 1} better @param {string} [against] */
const changeFrom = (now, then, digits, better, against = "") => {
  const change = difference(now, then, digits);
  if (!change || !change.change) return null;
  const kind = !better ? "" : Math.sign(change.change) === better ? "gain" : "loss";
  return make("span", { className: `change ${kind}` }, `${change.text}${against}`);
};

/** Lists of faults stay as people leave them. @type {{ rules?: boolean, overloaded?: boolean }} */
const opened = {};

/** Marks go with the box that explains them. @param {import("../session.js").Session} session @param {keyof typeof opened} which */
const keepOpen = (session, which) => (/** @type {Event} */ event) => {
  const box = event.currentTarget;
  if (!(box instanceof HTMLDetailsElement) || !box.isConnected) return;
  // A box that is made open says so once as well.
  if (!box.open || opened[which] !== undefined) opened[which] = box.open;
  if (!box.open) session.set({ marked: null });
};

/** @param {import("../session.js").Session} session */
const overloaded = session => {
  const { figures } = session.values.state;
  if (!figures.overloaded_legs) return null;
  const mark = (/** @type {{ line: number, from: number, to: number }} */ leg) =>
    session.set({ selected: leg.line, marked: { nodes: [], legs: [[leg.from, leg.to]] } });
  return make(
    "details",
    { className: "faults", open: opened.overloaded ?? false, "data-testid": "overloaded", ontoggle: keepOpen(session, "overloaded") },
    make("summary", { "data-key": "overloaded" }, `⚠ ${counted(figures.overloaded_legs, "overloaded leg")}`),
    make(
      "ul",
      null,
      ...figures.overloaded
        .slice(0, 12)
        .map(leg =>
          make(
            "li",
            null,
            make(
              "button",
              { type: "button", className: "plain", onclick: () => mark(leg) },
              `Line ${shortened(session.line(leg.line)?.name ?? String(leg.line))}, ${session.nameOf(leg.from)} to ${session.nameOf(leg.to)}: ${number(leg.riders)} riders per vehicle`,
            ),
          ),
        ),
      figures.overloaded_legs > 12
        ? make(
            "li",
            { className: "quiet" },
            `and ${figures.overloaded_legs - 12} more; the layer “Load per leg” shows all`,
          )
        : null,
    ),
  );
};

/** @param {import("../session.js").Session} session */
const rules = session => {
  const { rules: broken, overloaded_legs: full } = session.values.state.figures;
  if (!broken.length) {
    if (!session.values.state.lines.length) return null;
    return full
      ? make("p", { className: "met neutral" }, "The city’s rules for lines are kept; vehicles are too full.")
      : make("p", { className: "met" }, "✓ All rules of the city are kept.");
  }
  return make(
    "details",
    { className: "faults", open: opened.rules ?? broken.length <= 4, "data-testid": "rules", ontoggle: keepOpen(session, "rules") },
    make("summary", { "data-key": "rules" }, `⚠ ${counted(broken.length, "rule")} broken`),
    make(
      "ul",
      null,
      ...broken.map(rule =>
        make(
          "li",
          null,
          make(
            "button",
            {
              type: "button",
              className: "plain",
              title: "Show on the map",
              onclick: () =>
                session.set({
                  selected: rule.line ?? session.values.selected,
                  marked: { nodes: rule.nodes || [], legs: [] },
                }),
            },
            rule.words,
          ),
        ),
      ),
    ),
  );
};

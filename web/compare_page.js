// Up to four plans side by side, and today's network where it is known: figures, maps that move together, who gains and who loses.

import { api, councilLink } from "./api.js";
import { byId, fill, make } from "./dom.js";
import { difference, number, share } from "./format.js";
import { cityMap } from "./plan_page.js";
import { SmallMap } from "./compare/small_map.js";
import { isJudged, unservedNote } from "./compare/unserved.js";
import { GAIN } from "./map/layers.js";
import { View } from "./map/view.js";

/** @typedef {import("./types.js").Comparison} Comparison */
/** @typedef {import("./types.js").CityMap} CityMap */
/** @typedef {import("./compare/unserved.js").Column} Column */

/** Digits by unit, as on the page for the council. @type {Record<string, number>} */
const DIGITS = { "perceived min": 2, "%": 1, "per trip": 2 };
const TODAY = "today";
/** As the colour of losses, dark enough for words. */
const LOSS_WORDS = "#9c4508";
/** The most plans side by side. */
const MOST = 4;

/** @type {SmallMap[]} The maps that are shown. */
let shownMaps = [];
window.addEventListener("beforeprint", () => {
  shownMaps = shownMaps.filter(one => one.canvas.isConnected);
  shownMaps.forEach(one => one.print());
});
window.addEventListener("afterprint", () => shownMaps.forEach(one => one.afterPrint()));

/**
 * @param {string[]} ids @param {import("./types.js").Workspace} workspace @param {string} [base] what the others are compared with
 * @param {() => boolean} [isCurrent] whether this page is still wanted
 */
export const showCompare = async (ids, workspace, base, isCurrent = () => true) => {
  const place = byId("compare"),
    known = ids.filter(id => workspace.plans.some(plan => plan.id === id));
  document.title = "Compare – Routewright";
  shownMaps = [];
  const city = workspace.plans.find(plan => plan.id === known[0])?.city;
  // One plan is compared with today's network; where that is not known, with the only other plan.
  const fewest = workspace.cities.find(({ id }) => id === city)?.has_today ? 1 : 2;
  const others = workspace.plans.filter(plan => plan.city === city && !known.includes(plan.id));
  if (known.length === 1 && fewest > 1 && others.length === 1)
    return location.replace(`#/compare/${others[0].id},${known[0]}`);
  const head = make(
    "div",
    { className: "start-head" },
    make(
      "div",
      { className: "title-row" },
      make("h1", null, "Compare"),
      known.length < fewest
        ? null
        : make("button", { type: "button", "data-testid": "print-compare", onclick: () => window.print() }, "Print"),
    ),
    chooser(known, city, workspace, base),
  );
  if (known.length < fewest) {
    return fill(
      place,
      head,
      make(
        "div",
        { className: "empty large" },
        make("p", null, make("b", null, "Choose a second plan to compare with.")),
        make(
          "p",
          null,
          workspace.plans.filter(plan => plan.city === city).length > 1
            ? "Tick it above."
            : "There is only one plan of this city. Open it and press Copy plan, or Improve this plan, to get a second one.",
        ),
      ),
    );
  }
  fill(place, head, make("p", { className: "quiet" }, "Comparing …"));
  const comparison = await api.compare(known),
    map = await cityMap(comparison.plans[0].city);
  if (!isCurrent()) return;
  const all = columns(comparison, map);
  const first = all.find(column => column.id === base) || all[0];
  const winners = make("section", { "data-testid": "winners" });
  fill(
    place,
    head,
    table(comparison, all, first, id => {
      location.hash = `#/compare/${known.join(",")}/${id}`;
    }),
    make(
      "section",
      { className: "maps-section" },
      make("h2", null, "Maps"),
      make(
        "p",
        { className: "quiet on-screen" },
        "Drag or scroll one map, or move it with two fingers: all move together.",
      ),
      maps(comparison, map, first.id),
    ),
    winners,
    map.today
      ? make(
          "p",
          null,
          make(
            "a",
            { href: councilLink(known), target: "_blank", rel: "noopener", "data-testid": "council-page" },
            "Open the page for the council",
          ),
          " – today’s network and these plans, in plain words. In a large city it takes some seconds.",
        )
      : null,
  );
  await showWinners(winners, comparison, first, map);
};

/** @param {string[]} known @param {string | undefined} city @param {import("./types.js").Workspace} workspace @param {string} [base] */
const chooser = (known, city, workspace, base) =>
  make(
    "div",
    { className: "chooser", role: "group", "aria-label": "Plans to compare" },
    ...workspace.plans
      .filter(plan => plan.city === city || !city)
      .map(plan => {
        const isOn = known.includes(plan.id),
          isFull = !isOn && known.length >= MOST,
          reason = isFull ? `Up to ${MOST} plans can be compared: untick one first.` : "";
        const box = make("input", {
          type: "checkbox",
          checked: isOn,
          disabled: isFull,
          "data-key": `choose-${plan.id}`,
          "aria-label": reason ? `${plan.name}. ${reason}` : null,
          onchange: () => {
            const next = isOn ? known.filter(id => id !== plan.id) : [...known, plan.id];
            location.hash = `#/compare/${next.join(",")}${base ? `/${base}` : ""}`;
          },
        });
        return make("label", { className: "check", title: reason }, box, plan.name);
      }),
  );

/** What is compared, today's network first where it is known. @param {Comparison} comparison @param {CityMap} map @returns {Column[]} */
const columns = ({ names, rows, plans, has_today: hasToday }, map) =>
  names.map((name, at) => {
    const plan = plans[hasToday ? at - 1 : at],
      figures = plan ? plan.figures : (map.today?.figures ?? null);
    return { id: plan ? plan.id : TODAY, name, values: rows.map(({ values }) => values[at]), figures };
  });

/** @param {Comparison} comparison @param {Column[]} all @param {Column} base @param {(id: string) => void} choose another base */
const table = ({ rows }, all, base, choose) => {
  const shown = [base, ...all.filter(column => column !== base)];
  const choice = make(
    "select",
    { "data-testid": "compare-base", "data-key": "compare-base", onchange: () => choose(choice.value) },
    ...all.map(({ id, name }) => make("option", { value: id }, name)),
  );
  choice.value = base.id;
  return make(
    "section",
    { className: "scroll" },
    make("label", { className: "layer-choice compare-base" }, "Compare with", choice),
    unservedNote(shown.slice(1), base),
    make(
      "table",
      { className: "comparison", "data-testid": "comparison" },
      make(
        "thead",
        null,
        make(
          "tr",
          null,
          make("td"),
          ...shown.map(({ id, name }) =>
            make(
              "th",
              { className: "number", scope: "col" },
              id === TODAY
                ? make("span", { className: "column-name" }, name)
                : make("a", { className: "column-name", href: `#/plan/${encodeURIComponent(id)}` }, name),
            ),
          ),
        ),
      ),
      make(
        "tbody",
        null,
        ...rows.map(({ label, unit, better }, at) => {
          const values = shown.map(column => column.values[at]),
            judged = shown.map(column => isJudged(label, column, base));
          return make(
            "tr",
            null,
            make("th", { scope: "row" }, label, unit ? make("span", { className: "quiet" }, ` ${unit}`) : null),
            ...cells(values, unit, better, judged),
          );
        }),
      ),
    ),
    make("p", { className: "quiet" }, `Differences are against ${base.name}.`),
  );
};

/** @param {(number | null)[]} values the base first @param {string} unit @param {"lower" | "higher" | null} better @param {boolean[]} judged whether a difference is better or worse at all */
const cells = (values, unit, better, judged) => {
  const [base] = values,
    digits = DIGITS[unit] ?? 0;
  return values.map((value, at) => {
    const change = at ? difference(value, base, digits) : null;
    const isBetter = change?.change && better && judged[at] ? change.change < 0 === (better === "lower") : null;
    return make(
      "td",
      { className: "number" },
      number(value, digits),
      change?.change
        ? make(
            "span",
            { className: `change ${isBetter === null ? "" : isBetter ? "gain" : "loss"}` },
            `${change.text}${isBetter === null ? "" : isBetter ? " better" : " worse"}`,
          )
        : null,
    );
  });
};

/** @param {Comparison} comparison @param {CityMap} map @param {string} base whose map comes first, as its column does */
const maps = (comparison, map, base) => {
  const view = new View();
  /** @type {SmallMap[]} */
  const drawn = [];
  const { today } = map;
  /** @type {{ id: string, name: string, lines: import("./types.js").Line[], courses: import("./types.js").CourseSteps }[]} */
  const all = today
    ? [{ id: TODAY, name: "Today", lines: today.lines, courses: today.courses }, ...comparison.plans]
    : comparison.plans;
  const shown = [...all.filter(({ id }) => id === base), ...all.filter(({ id }) => id !== base)];
  const stages = make(
    "div",
    { className: `small-maps maps-${shown.length}` },
    ...shown.map(plan => {
      const small = new SmallMap(map, plan, view, () => drawn.forEach(one => one.redraw()));
      drawn.push(small);
      return make(
        "figure",
        { "data-testid": "small-map" },
        make(
          "figcaption",
          null,
          plan.id === TODAY ? plan.name : make("a", { href: `#/plan/${encodeURIComponent(plan.id)}` }, plan.name),
        ),
        small.element,
      );
    }),
  );
  shownMaps = drawn;
  return stages;
};

/** @param {HTMLElement} place @param {Comparison} comparison @param {Column} base @param {CityMap} map */
const showWinners = async (place, { plans }, base, map) => {
  const others = plans.filter(plan => plan.id !== base.id);
  const found = await Promise.all(others.map(plan => api.gains(plan.id, base.id).catch(() => null)));
  const rows = found.flatMap((gains, at) => (gains ? [{ gains, plan: others[at] }] : []));
  if (!rows.length) return fill(place);
  fill(
    place,
    make("h2", null, "Who gains, who loses"),
    make(
      "p",
      { className: "quiet" },
      `Against ${base.id === TODAY ? "today’s network" : base.name}, by where trips start: places from where the mean trip gets more than a minute faster or slower. An unserved trip counts as a very long one.`,
    ),
    make(
      "ul",
      { className: "winners" },
      ...rows.map(({ gains, plan }) => {
        const even = Math.max(0, 1 - gains.gain_share - gains.lose_share);
        const part = (/** @type {number} */ of, /** @type {string} */ name) => {
          if (of < 1e-9) return null;
          const piece = make("span", { className: name });
          piece.style.flexGrow = String(of);
          return piece;
        };
        const worst = gains.zones
          .flatMap((zone, node) =>
            zone && zone[0] < -1 ? [{ node, minutes: -zone[0], trips: zone[1], lost: -zone[0] * zone[1] }] : [],
          )
          .sort((a, b) => b.lost - a.lost)
          .slice(0, 5);
        return make(
          "li",
          null,
          make("b", null, plan.name),
          make(
            "div",
            {
              className: "bar",
              role: "img",
              "aria-label": `${share(gains.gain_share)} of trips start where trips get faster, ${share(even)} where they stay the same, ${share(gains.lose_share)} where they get slower`,
            },
            part(gains.gain_share, "part-gain"),
            part(even, "part-even"),
            part(gains.lose_share, "part-loss"),
          ),
          make(
            "p",
            null,
            coloured(`+ ${share(gains.gain_share)} of trips start where trips get faster`, GAIN),
            ` · ${share(even)} where they stay the same · `,
            coloured(`− ${share(gains.lose_share)} where they get slower`, LOSS_WORDS),
          ),
          worst.length
            ? make(
                "p",
                { className: "quiet" },
                `Places that lose most, by the minutes that all their riders together lose per hour: ${worst.map(({ node, minutes, trips, lost }) => `${map.nodes[node][2]}: ${number(lost)} (${number(trips)} trips × ${number(minutes, 1)} min)`).join("; ")}.`,
              )
            : null,
        );
      }),
    ),
  );
};

/** @param {string} text @param {string} colour */
const coloured = (text, colour) => {
  const span = make("b", null, text);
  span.style.color = colour;
  return span;
};

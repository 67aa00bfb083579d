// Which layer lies on the map, and what its signs mean.

import { api } from "../api.js";
import { fill, make, svg } from "../dom.js";
import { share } from "../format.js";
import { BANDS, DEMAND, EVEN, GAIN, LOADS, LOSS, WAITS } from "../map/layers.js";
import { loadReach } from "../tools/reach.js";

/** @typedef {import("../session.js").Session} Session */

/** @type {[import("../session.js").LayerName, string][]} */
const LAYERS = [
  ["none", "Lines only"],
  ["demand", "Demand by zone"],
  ["load", "Load per leg"],
  ["waiting", "Waiting at stops"],
  ["gains", "Gains and losses"],
  ["reach", "Reach"],
];

/** @param {HTMLElement} box @param {HTMLElement} legend @param {import("../tools/tool.js").Desk} desk @param {() => import("../types.js").PlanEntry[]} plans of the same city */
export const showLayers = (box, legend, { session, use }, plans) => {
  // A click on the map means what the layer asks for.
  const choose = (/** @type {import("../session.js").LayerName} */ layer) => {
    session.set({ layer });
    if (layer === "reach") use("reach");
    else if (session.values.tool === "reach") use("select");
  };
  session.watch(["layer", "showsToday", "against"], () => {
    const { layer, map, showsToday, against } = session.values;
    const choice = make(
      "select",
      {
        "data-testid": "layer",
        "data-key": "layer",
        "aria-label": "Layer on the map",
        onchange: () => choose(/** @type {import("../session.js").LayerName} */ (choice.value)),
      },
      ...LAYERS.map(([name, label]) => make("option", { value: name }, label)),
    );
    choice.value = layer;
    const others = othersOf(session, plans);
    const partner = make(
      "select",
      {
        "data-testid": "against",
        "data-key": "against",
        "aria-label": "Compare with",
        onchange: () => session.set({ against: partner.value, gains: null }),
      },
      against ? null : make("option", { value: "" }, "against which plan?"),
      map.today ? make("option", { value: "today" }, "against today") : null,
      ...others.map(plan => make("option", { value: plan.id }, `against ${plan.name}`)),
    );
    partner.value = [...partner.options].some(option => option.value === against) ? against : "";
    const todayBox = make("input", {
      type: "checkbox",
      checked: showsToday,
      "data-testid": "show-today",
      "data-key": "show-today",
      onchange: () => session.set({ showsToday: todayBox.checked }),
    });
    fill(
      box,
      make("label", { className: "layer-choice" }, make("span", null, "Layer"), choice),
      layer === "gains" && (map.today || others.length) ? partner : null,
      map.today
        ? make("label", { className: "check", title: "Today’s network, grey, beneath the plan" }, todayBox, "Today")
        : null,
    );
  });
  session.watch(["layer", "against", "state"], () => {
    void loadLayer(session, plans);
  });
  session.watch(
    ["layer", "gains", "reach", "reachFrom", "reachSide", "selected", "against", "showsToday", "tool"],
    () => {
      const content = legendOf(session, othersOf(session, plans).length > 0);
      legend.hidden = !content.length;
      fill(legend, ...content);
    },
  );
};

/** Other plans of the city. @param {Session} session @param {() => import("../types.js").PlanEntry[]} plans */
const othersOf = ({ values: { state } }, plans) =>
  plans().filter(plan => plan.city === state.city && plan.id !== state.id);

/** @param {Session} session @param {() => import("../types.js").PlanEntry[]} plans */
const loadLayer = async (session, plans) => {
  const { layer, against, state, map, reach } = session.values;
  if (layer === "reach" && !reach) return loadReach(session);
  if (layer !== "gains") return;
  const isKnown = against === "today" ? map.today : plans().some(plan => plan.id === against);
  if (!isKnown || !state.lines.length) return session.set({ gains: null });
  try {
    const gains = await api.gains(state.id, against);
    if (session.values.against === against && session.values.state.revision === state.revision) session.set({ gains });
  } catch (error) {
    session.refused(error);
  }
};

/** @param {string} colour @param {number} radius @param {string} [sign] */
const dot = (colour, radius, sign) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: radius, fill: colour, "fill-opacity": 0.42, stroke: colour }),
    ...(sign
      ? [
          svg(
            "text",
            { x: 12, y: 17, "text-anchor": "middle", "font-size": 16, "font-weight": 700, fill: colour },
            sign,
          ),
        ]
      : []),
  );
/** @param {Node} sign @param {string} words */
const entry = (sign, words) => make("li", null, sign, words);

/** Why gains are not there. @param {Session} session @param {boolean} hasOthers */
const noGains = ({ values: { against, map, state } }, hasOthers) => {
  if (!map.today && !hasOthers)
    return "This city has no network of today. Make a second plan, then compare with it here.";
  if (!state.lines.length) return "Draw lines to see who gains.";
  return against ? "Computing…" : "Choose above what to compare this plan with.";
};

/** @param {Session} session @param {boolean} hasOthers whether there are other plans of the city @returns {Node[]} */
const legendOf = (session, hasOthers) => {
  const { layer, gains, reach, reachFrom, map, showsToday } = session.values;
  const list = (/** @type {Node[]} */ ...entries) => make("ul", null, ...entries);
  const title = (/** @type {string} */ text) => make("h3", null, text);
  const today =
    showsToday && map.today
      ? [
          make(
            "p",
            { className: "quiet" },
            "Grey lines under the plan’s: today’s network. They show where the plan differs.",
          ),
        ]
      : [];
  if (layer === "demand")
    return [
      title("Trips per hour"),
      list(entry(dot(DEMAND, 11), "many trips start or end here"), entry(dot(DEMAND, 4), "few")),
    ];
  if (layer === "waiting")
    return [
      title("Until the next vehicle of any line"),
      list(
        ...WAITS.map(kind => entry(dot(kind.colour, 11 * kind.size), kind.words)),
        entry(dot(EVEN, 4), "no service"),
      ),
    ];
  if (layer === "load") {
    const bounds = LOADS.map((kind, i) =>
      i === 0 ? `${kind.least} or more` : `${kind.least} to ${LOADS[i - 1].least}`,
    );
    const bar = (/** @type {string} */ colour, /** @type {number} */ width, dashes = "") =>
      svg(
        "svg",
        { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
        svg("line", {
          x1: 1,
          x2: 23,
          y1: 12,
          y2: 12,
          stroke: colour,
          "stroke-width": width,
          "stroke-dasharray": dashes,
        }),
      );
    return [
      title("Riders per hour"),
      list(
        ...LOADS.map((kind, i) => entry(bar(kind.colour, 10 - 2 * i), bounds[i])),
        entry(bar("#b3261e", 3, "5 4"), "more riders than fit"),
      ),
      make(
        "p",
        { className: "quiet" },
        session.selectedLine ? `Line ${session.selectedLine.name} alone.` : "All lines; select one to see it alone.",
      ),
    ];
  }
  if (layer === "gains") {
    if (!gains) return [title("Gains and losses"), make("p", null, noGains(session, hasOthers))];
    return [
      title(`Against ${gains.name}`),
      list(
        entry(dot(GAIN, 10, "+"), "trips from here get faster"),
        entry(dot(LOSS, 10, "−"), "slower"),
        entry(dot(EVEN, 10), "within 1 min"),
      ),
      make(
        "p",
        { className: "quiet" },
        `${share(gains.gain_share)} of trips start where the mean trip gets more than a minute faster, ${share(gains.lose_share)} where it gets slower.`,
      ),
    ];
  }
  if (layer === "reach") {
    if (reachFrom !== null && !reach) return [title("Reach"), make("p", null, "Computing…")];
    if (!reach || reachFrom === null)
      return [
        title("Reach"),
        make(
          "p",
          null,
          session.values.tool === "reach"
            ? "Click or tap a place on the map: you will see what can be reached from there."
            : "Choose the tool Reach, then click a place on the map.",
        ),
      ];
    const { reachSide } = session.values;
    /** @type {["plan" | "today" | "change", string][]} */
    const sides = [
      ["plan", "This plan"],
      ["today", "Today"],
      ["change", "Change"],
    ];
    const tabs = reach.today
      ? [
          make(
            "div",
            { className: "segments", role: "group", "aria-label": "Reach in" },
            ...sides.map(([side, label]) =>
              make(
                "button",
                {
                  type: "button",
                  "data-key": `reach-${side}`,
                  "aria-pressed": String(reachSide === side),
                  onclick: () => session.set({ reachSide: side }),
                },
                label,
              ),
            ),
          ),
        ]
      : [];
    const signs =
      reachSide === "change" && reach.today
        ? [
            entry(dot(GAIN, 9, "+"), "reached in an earlier band"),
            entry(dot(LOSS, 9, "−"), "in a later band or not at all"),
          ]
        : BANDS.map(kind => entry(dot(kind.colour, 11 * kind.size), kind.words));
    const name = session.nameOf(reachFrom);
    return [title(name.startsWith("near ") ? `N${name.slice(1)}` : `From ${name}`), ...tabs, list(...signs)];
  }
  return today;
};

// Layers over the streets: demand, waiting, gains and losses, reach, loads. Each differs by size or sign as well as colour.

import { trace } from "./lines.js";
import { piecesBetween, wayBack } from "./pieces.js";
import { WARNING } from "./selection.js";
import { streetLoads } from "./loads.js";

/** @typedef {import("./planner_map.js").PlannerMap} PlannerMap */

/** Perceived minutes until the next vehicle: the most that belongs to a class, its colour, and its size. */
export const WAITS = [
  { most: 5, colour: "#08306b", size: 0.55, words: "up to 5 min" },
  { most: 10, colour: "#2f76b5", size: 0.7, words: "5 to 10 min" },
  { most: 15, colour: "#e08214", size: 0.85, words: "10 to 15 min" },
  { most: Infinity, colour: "#8c3a04", size: 1, words: "more than 15 min" },
];
/** Clock minutes to a place. */
export const BANDS = [
  { most: 30, colour: "#08306b", size: 1, words: "within 30 min" },
  { most: 45, colour: "#3182bd", size: 0.8, words: "within 45 min" },
  { most: 60, colour: "#9ecae1", size: 0.6, words: "within 60 min" },
];
export const GAIN = "#1f5fa8",
  LOSS = "#c0560b",
  EVEN = "#8f8c84",
  DEMAND = "#6a4c93";
/** Minutes that make a difference. */
const NOTICED = 1;

/** Riders per hour on a street: the least of a class and its colour; width grows with riders. */
export const LOADS = [
  { least: 1000, colour: "#4d004b" },
  { least: 500, colour: "#810f7c" },
  { least: 200, colour: "#8856a7" },
  { least: 50, colour: "#8c96c6" },
  { least: 0, colour: "#b3cde3" },
];

/** @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
export const drawLayer = (pen, map) => {
  const { values } = map.session,
    most = largest(map);
  if (values.layer === "demand") {
    const { demand } = values.map,
      largestDemand = mostDemand(demand);
    return dots(pen, map, node => {
      const trips = demand[node][0] + demand[node][1];
      return trips ? { radius: most * Math.sqrt(trips / largestDemand), colour: DEMAND } : null;
    });
  }
  if (values.layer === "waiting")
    return dots(pen, map, node => {
      const wait = values.state.figures.waits[node];
      const kind = wait === null || wait === undefined ? null : WAITS.find(({ most: limit }) => wait <= limit);
      return kind ? { radius: most * 0.6 * kind.size, colour: kind.colour } : { radius: 3, colour: EVEN };
    });
  if (values.layer === "gains" && values.gains) return drawGains(pen, map, values.gains, most);
  if (values.layer === "reach" && values.reach) drawReach(pen, map, values.reach, most);
};

/** @param {CanvasRenderingContext2D} pen @param {PlannerMap} map @param {import("../types.js").Gains} gains @param {number} most */
const drawGains = (pen, map, gains, most) => {
  const trips = Math.max(...gains.zones.map(zone => (zone ? zone[1] : 0)), 1);
  dots(pen, map, node => {
    const zone = gains.zones[node];
    if (!zone || !zone[1]) return null;
    const radius = Math.max(3, most * Math.sqrt(zone[1] / trips));
    if (zone[0] > NOTICED) return { radius, colour: GAIN, sign: "+" };
    if (zone[0] < -NOTICED) return { radius, colour: LOSS, sign: "−" };
    return { radius, colour: EVEN };
  });
};

/** @param {CanvasRenderingContext2D} pen @param {PlannerMap} map @param {import("../types.js").Reach} reach @param {number} most */
const drawReach = (pen, map, reach, most) => {
  const { reachSide, reachFrom } = map.session.values;
  const beyond = BANDS.length;
  const band = (/** @type {number | null} */ minutes) => {
    const found = minutes === null ? -1 : BANDS.findIndex(({ most: limit }) => minutes <= limit);
    return found < 0 ? beyond : found;
  };
  dots(pen, map, node => {
    if (node === reachFrom) return null;
    const side = reachSide === "today" && reach.today ? reach.today : reach.plan;
    if (reachSide === "change" && reach.today) {
      const now = band(reach.plan[node]),
        then = band(reach.today[node]);
      if (now === then) return null;
      return now < then
        ? { radius: most * 0.6, colour: GAIN, sign: "+" }
        : { radius: most * 0.6, colour: LOSS, sign: "−" };
    }
    const kind = BANDS[band(side[node])];
    return kind ? { radius: most * 0.7 * kind.size, colour: kind.colour } : null;
  });
};

/** Loads of all streets, or of the selected line with its figures. @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
export const drawLoads = (pen, map) => {
  const line = map.session.selectedLine;
  const loads = streetLoads(line ? [line] : map.lines),
    most = Math.max(...loads.values(), 1),
    paths = new Map();
  for (const [key, riders] of loads) {
    const width = 1.5 + 11 * Math.sqrt(riders / most),
      kind = LOADS.find(({ least }) => riders >= least) || LOADS[4];
    const name = `${kind.colour} ${Math.round(width)}`;
    if (!paths.has(name)) paths.set(name, { colour: kind.colour, width, path: new Path2D() });
    const [a, b] = key.split("-").map(Number);
    addStreet(paths.get(name).path, map, a, b);
  }
  for (const { colour, width, path } of [...paths.values()].sort((a, b) => a.width - b.width)) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke(path);
  }
  drawOverloaded(pen, map);
};

/** A street from node to node: where its course ends at a platform beside the node, it goes on to the node. @param {Path2D} path @param {PlannerMap} map @param {number} a @param {number} b the larger one */
const addStreet = (path, map, a, b) => {
  const { nodes } = map.session.values.map,
    { scale } = map.view;
  path.moveTo(nodes[a][0] * scale, nodes[a][1] * scale);
  trace(path, map.layout.courses.between(a, b), { a, b, key: "", offset: 0 }, scale, true);
  path.lineTo(nodes[b][0] * scale, nodes[b][1] * scale);
};

/** Overloaded legs have a red dashed edge. @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
const drawOverloaded = (pen, map) => {
  const { session } = map,
    path = new Path2D();
  for (const { line: id, from, to } of session.values.state.figures.overloaded || []) {
    const line = session.line(id);
    if (!line || (session.selectedLine && session.selectedLine !== line)) continue;
    const at = line.stops.findIndex(
      (stop, i) => (stop === from && line.stops[i + 1] === to) || (stop === to && line.stops[i + 1] === from),
    );
    const legs =
      at < 0 ? wayBack(line).filter(({ a, b }) => a === from && b === to) : piecesBetween(line, at, at + 1);
    for (const { a, b } of legs) addStreet(path, map, Math.min(a, b), Math.max(a, b));
  }
  // On a white ground, to be seen on dark colours as well.
  pen.strokeStyle = "#fff";
  pen.lineWidth = 5;
  pen.stroke(path);
  pen.setLineDash([6, 5]);
  pen.lineCap = "butt";
  pen.strokeStyle = WARNING;
  pen.lineWidth = 3;
  pen.stroke(path);
  pen.setLineDash([]);
  pen.lineCap = "round";
};

/** Radius of the largest circle of a layer. @param {PlannerMap} map */
const largest = map => Math.min(34, 9 + 13 * map.look.roomy + map.view.grown * 4);
/** @param {[number, number][]} demand */
const mostDemand = demand => Math.max(...demand.map(([from, to]) => from + to), 1);

/** @param {CanvasRenderingContext2D} pen @param {PlannerMap} map @param {(node: number) => { radius: number, colour: string, sign?: string } | null} of */
const dots = (pen, map, of) => {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  map.session.values.map.nodes.forEach((node, at) => {
    const place = map.view.screen(node);
    if (!map.view.shows(place, 40)) return;
    const dot = of(at);
    if (!dot) return;
    pen.beginPath();
    pen.arc(place[0], place[1], dot.radius, 0, 7);
    pen.globalAlpha = 0.42;
    pen.fillStyle = dot.colour;
    pen.fill();
    pen.globalAlpha = 0.9;
    pen.strokeStyle = dot.colour;
    pen.lineWidth = 1;
    pen.stroke();
    if (dot.sign && dot.radius > 6) {
      pen.font = `700 ${Math.round(Math.min(dot.radius * 1.5, 22))}px system-ui, sans-serif`;
      pen.fillText(dot.sign, place[0], place[1] - dot.radius * 0.02);
    }
    pen.globalAlpha = 1;
  });
  pen.textAlign = "start";
  pen.textBaseline = "alphabetic";
};

// What stands out on the map: the selected line with its handles, an open stop, marked faults.

import { INK, PAPER } from "./drawing.js";
import { piecesBetween } from "./pieces.js";

/** @typedef {import("./planner_map.js").PlannerMap} PlannerMap */

export const ACCENT = "#2b59e1";
export const WARNING = "#b3261e";
/** How much wider the line is that stands out. */
export const LIT = 1.5;

/** @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
export const drawSelection = (pen, map) => {
  const { session, view } = map,
    line = session.selectedLine,
    { nodes } = session.values.map;
  if (session.values.stop !== null) ring(pen, view.screen(nodes[session.values.stop]), 11, ACCENT);
  if (!line || session.values.found || session.values.hidden.has(line.id)) return;
  const radius = map.look.stop(view) + 3;
  line.stops.forEach((stop, at) => {
    if (at === 0 || at === line.stops.length - 1) return;
    ring(pen, view.screen(nodes[stop]), radius, line.colour);
  });
  if (!map.tool?.showsEnds || map.paper) return;
  for (const place of endHandles(map)) {
    pen.beginPath();
    pen.arc(place[0], place[1], 9, 0, 7);
    pen.fillStyle = "#fff";
    pen.fill();
    pen.strokeStyle = INK;
    pen.lineWidth = 2;
    pen.stroke();
    pen.beginPath();
    pen.moveTo(place[0] - 4, place[1]);
    pen.lineTo(place[0] + 4, place[1]);
    pen.moveTo(place[0], place[1] - 4);
    pen.lineTo(place[0], place[1] + 4);
    pen.stroke();
  }
};

/** Where the handles at the first and the last stop of the selected line are: a little beyond the ends. @param {PlannerMap} map @returns {[number, number][]} */
export const endHandles = map => {
  const line = map.session.selectedLine;
  if (!line || line.stops.length < 2) return [];
  const place = (/** @type {number} */ node) => map.view.screen(map.session.values.map.nodes[node]);
  const path = line.back ? line.stops : line.path || line.stops;
  return [
    [path[0], path[1]],
    [path[path.length - 1], path[path.length - 2]],
  ].map(([end, before]) => {
    const [x, y] = place(end),
      [fromX, fromY] = place(before),
      length = Math.hypot(x - fromX, y - fromY) || 1;
    return [x + ((x - fromX) / length) * 20, y + ((y - fromY) / length) * 20];
  });
};

/** Where riders start, in the layer of reach: a pin with its name. @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
export const drawStart = (pen, map) => {
  const { layer, reachFrom, map: city } = map.session.values;
  if (layer !== "reach" || reachFrom === null) return;
  const [x, y] = map.view.screen(city.nodes[reachFrom]);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.bezierCurveTo(x - 3, y - 10, x - 12, y - 14, x - 12, y - 24);
  pen.arc(x, y - 24, 12, Math.PI, 0);
  pen.bezierCurveTo(x + 12, y - 14, x + 3, y - 10, x, y);
  pen.closePath();
  pen.strokeStyle = "#fff";
  pen.lineWidth = 4;
  pen.stroke();
  pen.fillStyle = INK;
  pen.fill();
  pen.beginPath();
  pen.arc(x, y - 24, 4.5, 0, 7);
  pen.fillStyle = "#fff";
  pen.fill();
  const name = map.session.nameOf(reachFrom);
  pen.font = "600 13px system-ui, sans-serif";
  const isLeft = x + 22 + pen.measureText(name).width > map.view.width;
  pen.textAlign = isLeft ? "right" : "left";
  pen.strokeStyle = PAPER;
  pen.fillStyle = INK;
  const left = x + (isLeft ? -18 : 18);
  pen.strokeText(name, left, y - 20);
  pen.fillText(name, left, y - 20);
  pen.textAlign = "start";
};

/** Faults that somebody asked to see. @param {CanvasRenderingContext2D} pen @param {PlannerMap} map */
export const drawMarks = (pen, map) => {
  const { session } = map,
    { marked, map: city } = session.values;
  if (!marked) return;
  // Dashes on white, wider than the line itself: they are seen on a red line as well.
  const line = session.selectedLine,
    lit = line ? map.layout.width(line, map.view) * LIT : 0;
  for (const [from, to] of marked.legs) {
    const path = map.pathThrough((line && legBetween(line, from, to)) || [from, to]);
    pen.lineCap = "butt";
    pen.strokeStyle = "#fff";
    pen.lineWidth = Math.max(14, lit + 10);
    pen.stroke(path);
    pen.setLineDash([9, 6]);
    pen.strokeStyle = WARNING;
    pen.lineWidth = Math.max(10, lit + 6);
    pen.stroke(path);
    pen.setLineDash([]);
    pen.lineCap = "round";
  }
  for (const node of marked.nodes) ring(pen, map.view.screen(city.nodes[node]), 14, WARNING, 3);
};

/** The nodes that a line passes from one stop to the next, in either direction. @param {import("../types.js").Line} line @param {number} from @param {number} to @returns {number[] | null} */
const legBetween = (line, from, to) => {
  const at = line.stops.findIndex(
    (stop, i) => (stop === from && line.stops[i + 1] === to) || (stop === to && line.stops[i + 1] === from),
  );
  const pieces = at < 0 ? [] : piecesBetween(line, at, at + 1);
  return pieces.length ? [pieces[0].a, ...pieces.map(({ b }) => b)] : null;
};

/** @param {CanvasRenderingContext2D} pen @param {number[]} place @param {number} radius @param {string} colour */
export const ring = (pen, place, radius, colour, width = 2.5) => {
  pen.beginPath();
  pen.arc(place[0], place[1], radius, 0, 7);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
};

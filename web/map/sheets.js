// What lies on each sheet of the planner's map.

import { drawBadges } from "./badges.js";
import { INK, drawFixed, drawLine, drawStops, drawStreets, layStreets, servedStops } from "./drawing.js";
import { drawLayer, drawLoads } from "./layers.js";
import { drawNames } from "./names.js";
import { LIT, drawMarks, drawSelection, drawStart, endHandles } from "./selection.js";

/** @typedef {import("./planner_map.js").PlannerMap} PlannerMap */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Today's network, beneath the plan. */
const PAST = "#7d776a";
/** How much lines step back: others than the selected one, and all behind a layer of places. */
const UNSELECTED = 0.28;
const BEHIND_LAYER = 0.55;
/** Cities of up to so many nodes show the name of every stop: one has to find it before a line is there. */
const MOST_NAMED = 60;

/** Streets, today's network and fixed lines. @param {Pen} pen @param {PlannerMap} map @param {number} ratio */
export const drawBase = (pen, map, ratio) => {
  const { view, today, session } = map;
  const { map: city, courses } = session.values;
  if (map.streets.scale !== view.scale) map.streets = layStreets(city.streets, courses, view.scale);
  view.carry(pen, ratio);
  // Hair lines are drawn much faster.
  drawStreets(pen, view, map.streets, map.look.roomy ? 1.2 : 1);
  today.build(view);
  pen.globalAlpha = 0.7;
  for (const [line, { path }] of today.shapes) {
    drawLine(pen, path, { stops: line.stops, colour: PAST, dashes: [] }, today.width(line, view));
  }
  pen.globalAlpha = 1;
  for (const line of city.fixed) drawFixed(pen, view, city.nodes, line);
};

/** Lines, layers, stops and names. @param {Pen} pen @param {PlannerMap} map @param {number} ratio */
export const drawLines = (pen, map, ratio) => {
  const { view, layout, session } = map;
  const { map: city, selected, layer, found } = session.values;
  // A line that is not on the map cannot stand out.
  const wanted = found ? null : (map.litLine ?? selected);
  const lit = layout.lines.some(line => line.id === wanted) ? wanted : null;
  const isBehind = layer !== "none" && layer !== "load";
  view.carry(pen, ratio);
  if (layer === "load") drawLoads(pen, map);
  else drawAllLines(pen, map, lit, isBehind);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const shown = layout.lines.filter(line => lit === null || line.id === lit);
  const served = servedStops(lit === null ? [...shown, ...city.fixed] : shown);
  // Between the stops of a large city, loads would look like dashes.
  const hidesStops = layer === "load" && map.look.roomy === 0 && view.grown < 2;
  if (isBehind) drawLayer(pen, map);
  else if (!hidesStops) drawStops(pen, view, city.nodes, served, map.look, true);
  if (city.nodes.length <= MOST_NAMED) {
    for (const at of city.nodes.keys()) served.set(at, served.get(at) ?? 0);
  }
  const taken = [...(map.paper ? [] : controls(map)), ...handles(map)];
  drawNames(pen, view, city.nodes, served, taken);
  // The list beside the map names the lines of the plan, not those of a search.
  if (!isBehind && layer !== "load" && !found) drawBadges(pen, view, city.nodes, shown, taken);
};

/** @param {Pen} pen @param {PlannerMap} map @param {number | null} lit @param {boolean} isBehind a layer */
const drawAllLines = (pen, { view, layout }, lit, isBehind) => {
  // The one that stands out lies on top.
  for (const line of layout.lines.slice().sort((a, b) => Number(a.id === lit) - Number(b.id === lit))) {
    const shape = layout.shapes.get(line);
    if (!shape || !layout.isVisible(line, view)) continue;
    pen.globalAlpha = lit !== null && lit !== line.id ? UNSELECTED : isBehind ? BEHIND_LAYER : 1;
    // What does not run is dotted.
    const drawn = line.headway === null ? { ...line, dashes: [0.4, 2.2] } : line;
    const width = layout.width(line, view) * (line.id === lit ? LIT : 1);
    // Dashes that stand out have a dark edge: their pale ground alone would be fainter than the other lines.
    if (line.id === lit && drawn.dashes?.length)
      drawLine(pen, shape.path, { stops: line.stops, colour: INK }, width + 2.5);
    drawLine(pen, shape.path, drawn, width);
  }
  pen.globalAlpha = 1;
};

/** Faults, the selection, and what the tool does. @param {Pen} pen @param {PlannerMap} map */
export const drawOverlay = (pen, map) => {
  drawMarks(pen, map);
  drawStart(pen, map);
  drawSelection(pen, map);
  map.tool?.draw?.(pen);
};

/** Where the handles of the selected line are. @param {PlannerMap} map @returns {import("./names.js").Taken[]} */
const handles = map => endHandles(map).map(([x, y]) => [x - 12, y + 12, 24, 24]);

/** Names keep clear of what lies on the map. @param {PlannerMap} map @returns {import("./names.js").Taken[]} */
const controls = ({ stage }) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll(".on-map"))].map(box => [
    box.offsetLeft - 4,
    box.offsetTop + box.offsetHeight + 4,
    box.offsetWidth + 8,
    box.offsetHeight + 8,
  ]);

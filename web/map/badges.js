// Names of lines at their ends, where there is room for them.

import { shortened } from "../format.js";
import { INK } from "./drawing.js";
import { isFree } from "./names.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./courses.js").MapNode} MapNode */
/** @typedef {import("./names.js").Taken} Taken */
/** @typedef {import("../types.js").Line} Line */

/** Lines that are named on the map, and names at one stop. */
const MOST = 30,
  AT_ONCE = 4;
/** Pixels: beside a name in its badge, between badges, the height of a badge, from a stop to the middle of its badges, and towards the line. */
const PAD = 5,
  GAP = 3,
  HIGH = 16,
  AWAY = 26,
  INWARD = 10;

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {MapNode[]} nodes @param {Line[]} lines @param {Taken[]} taken */
export const drawBadges = (pen, view, nodes, lines, taken) => {
  if (lines.length > MOST) return;
  pen.font = "600 11px system-ui, sans-serif";
  for (const [stop, ends] of linesByEnd(lines)) {
    const [x, y] = view.screen(nodes[stop]);
    if (!view.shows([x, y])) continue;
    const badges = ends.slice(0, AT_ONCE).map(line => badgeOf(pen, line));
    const wide = badges.reduce((sum, badge) => sum + badge.wide + GAP, -GAP);
    const [dx, dy] = outward(ends[0], stop, nodes);
    const spot = spotsAround(x, y, wide, dx, dy).find(([left, base]) =>
      isFree(left, base, wide, view, taken, HIGH + 2),
    );
    if (!spot) continue;
    taken.push([spot[0], spot[1], wide, HIGH]);
    drawRow(pen, badges, spot[0], spot[1]);
  }
};

/** @param {Line[]} lines @returns {Map<number, Line[]>} */
const linesByEnd = lines => {
  const all = new Map();
  for (const line of lines)
    for (const stop of new Set([line.stops[0], line.stops[line.stops.length - 1]])) {
      if (!all.has(stop)) all.set(stop, []);
      all.get(stop).push(line);
    }
  return all;
};

/** @param {CanvasRenderingContext2D} pen @param {Line} line */
const badgeOf = (pen, { name, colour }) => {
  const text = shortened(name, 12);
  return { text, colour, wide: pen.measureText(text).width + 2 * PAD };
};

/** Which way a line would go on beyond its end. @param {Line} line @param {number} stop @param {MapNode[]} nodes */
const outward = ({ stops }, stop, nodes) => {
  const before = nodes[stops[0] === stop ? stops[1] : stops[stops.length - 2]],
    [x, y] = [nodes[stop][0] - before[0], nodes[stop][1] - before[1]],
    length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
};

/** Places around a stop as left edge and base, those that lie on the way out first. @param {number} x @param {number} y @param {number} wide @param {number} dx @param {number} dy @returns {[number, number][]} */
const spotsAround = (x, y, wide, dx, dy) => {
  const across = wide / 2 + 12;
  /** @type {[number, number][]} */
  const middles = [
    [across, 0],
    [-across, 0],
    [0, AWAY],
    [0, -AWAY],
    [across, AWAY - 6],
    [-across, AWAY - 6],
    [across, 6 - AWAY],
    [-across, 6 - AWAY],
  ];
  const far = (/** @type {[number, number]} */ [mx, my]) => Math.hypot(mx - dx * AWAY, my - dy * AWAY);
  return middles
    .filter(([mx, my]) => mx * dx + my * dy > -INWARD)
    .sort((a, b) => far(a) - far(b))
    .map(([mx, my]) => [x + mx - wide / 2, y + my + HIGH / 2]);
};

/** @param {CanvasRenderingContext2D} pen @param {{ text: string, colour: string, wide: number }[]} badges @param {number} left @param {number} base */
const drawRow = (pen, badges, left, base) => {
  pen.textBaseline = "middle";
  for (const { text, colour, wide } of badges) {
    pen.beginPath();
    pen.roundRect(left, base - HIGH, wide, HIGH, 5);
    pen.fillStyle = "#fff";
    pen.fill();
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.stroke();
    pen.fillStyle = INK;
    pen.fillText(text, left + PAD, base - HIGH / 2 + 0.5);
    left += wide + GAP;
  }
  pen.textBaseline = "alphabetic";
};

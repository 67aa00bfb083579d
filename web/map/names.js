// Names of stops, where there is room for them.

import { INK, PAPER } from "./drawing.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./courses.js").MapNode} MapNode */
/** @typedef {[left: number, base: number, width: number, height?: number]} Taken  what names keep clear of */

/** Names on the map at once; beyond that, one has to come nearer. */
const MOST = 70;
/** @type {Map<string, number>} */
const lengths = new Map();

/**
 * Names of important stops first; each at the first free place around its stop, or not at all.
 * @param {CanvasRenderingContext2D} pen @param {View} view @param {MapNode[]} nodes @param {Map<number, number>} served
 * @param {Taken[]} taken
 */
export const drawNames = (pen, view, nodes, served, taken) => {
  const visible = [...served.keys()].filter(at => view.shows(view.screen(nodes[at])));
  if (visible.length > MOST) return;
  pen.font = "12px system-ui, sans-serif";
  pen.strokeStyle = PAPER;
  pen.fillStyle = INK;
  pen.lineWidth = 3;
  const importance = (/** @type {number} */ at) => served.get(at) || 0;
  for (const at of visible.sort((a, b) => importance(b) - importance(a) || a - b)) {
    const [x, y] = view.screen(nodes[at]),
      text = String(nodes[at][2]),
      length = lengthOf(pen, text);
    const spots = [
      [x + 7, y - 6],
      [x + 7, y + 15],
      [x - 7 - length, y - 6],
      [x - 7 - length, y + 15],
    ];
    const spot = spots.find(([left, base]) => isFree(left, base, length, view, taken));
    if (!spot) continue;
    taken.push([spot[0], spot[1], length]);
    pen.strokeText(text, spot[0], spot[1]);
    pen.fillText(text, spot[0], spot[1]);
  }
};

/** @param {CanvasRenderingContext2D} pen @param {string} text */
const lengthOf = (pen, text) => {
  let length = lengths.get(text);
  if (length === undefined) lengths.set(text, (length = pen.measureText(text).width));
  return length;
};

/** @param {number} x @param {number} y of the base @param {number} length @param {View} view @param {Taken[]} taken */
export const isFree = (x, y, length, view, taken, height = 13) =>
  x >= 2 &&
  x + length <= view.width - 2 &&
  y >= height - 1 &&
  y <= view.height - 4 &&
  taken.every(
    ([left, base, wide, high = 13]) => x > left + wide || x + length < left || y - height > base || y < base - high,
  );

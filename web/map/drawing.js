// Streets, lines and stops on a canvas.

import { trace, widen } from "./lines.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./look.js").Look} Look */
/** @typedef {import("./courses.js").Courses} Courses */
/** @typedef {import("./courses.js").MapNode} MapNode */
/** @typedef {import("./lines.js").Drawable} Drawable */

export const INK = "#24282f";
export const PAPER = "#fbfaf7";
const STREET = "#dcd9d1",
  UNSERVED = "#b4b2ac",
  OFFERED = "#8a877f",
  FIXED_CORE = "#ffffff";

/**
 * Makes a canvas as large as its place and clears it. A new size clears by itself; on paper, where browsers repeat every
 * command, a cleared rectangle would wipe out what lies beneath the canvas.
 * @param {HTMLCanvasElement} canvas @param {View} view @param {number} ratio
 */
export const clearCanvas = (canvas, view, ratio) => {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const width = Math.round(view.width * ratio),
    height = Math.round(view.height * ratio);
  const isResized = canvas.width !== width || canvas.height !== height;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (!isResized) pen.clearRect(0, 0, view.width, view.height);
  pen.lineJoin = pen.lineCap = "round";
  return pen;
};

/** @typedef {{ scale: number, pieces: { path: Path2D, box: number[] }[] }} Streets */
/** Streets in one path: many short paths are drawn faster than a long one. */
const PIECE = 48;

/** All streets as paths, in coordinates of the map times the scale. @param {number[][]} streets @param {Courses} courses @param {number} scale @returns {Streets} */
export const layStreets = (streets, courses, scale) => {
  const pieces = [];
  for (let first = 0; first < streets.length; first += PIECE) {
    const path = new Path2D(),
      box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [a, b] of streets.slice(first, first + PIECE)) {
      const course = courses.between(a, b);
      trace(path, course, { a: 0, b: 1, key: "", offset: 0 }, scale, false);
      widen(box, course.box);
    }
    pieces.push({ path, box });
  }
  return { scale, pieces };
};

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {Streets} streets */
export const drawStreets = (pen, view, streets, width = 1.2) => {
  pen.strokeStyle = STREET;
  pen.lineWidth = width;
  // Nobody sees the joins of a hair line.
  pen.lineJoin = "bevel";
  pen.lineCap = "butt";
  for (const { path, box } of streets.pieces) if (view.touches(box)) pen.stroke(path);
  pen.lineJoin = pen.lineCap = "round";
};

/** Fixed lines, such as a metro: two rails, straight from stop to stop. @param {CanvasRenderingContext2D} pen @param {View} view @param {MapNode[]} nodes @param {Drawable} line */
export const drawFixed = (pen, view, nodes, line) => {
  const path = new Path2D();
  (line.path || line.stops).forEach((node, i) => {
    const x = nodes[node][0] * view.scale,
      y = nodes[node][1] * view.scale;
    if (i) path.lineTo(x, y);
    else path.moveTo(x, y);
  });
  pen.strokeStyle = line.colour;
  pen.lineWidth = 7;
  pen.stroke(path);
  pen.strokeStyle = FIXED_CORE;
  pen.lineWidth = 2;
  pen.stroke(path);
};

/** A line in its colour, with its dashes over a pale ground. @param {CanvasRenderingContext2D} pen @param {Path2D} path @param {Drawable} line @param {number} width */
export const drawLine = (pen, path, line, width) => {
  const dashes = line.dashes || [],
    isThin = width < 3;
  pen.lineWidth = width;
  if (isThin) {
    pen.lineJoin = "bevel";
    pen.lineCap = "butt";
  }
  pen.strokeStyle = dashes.length && line.pale ? line.pale : line.colour;
  pen.stroke(path);
  if (dashes.length) {
    // Dashes of thin lines are longer, to be seen at all.
    pen.setLineDash(dashes.map(dash => dash * Math.max(width, 2)));
    pen.lineCap = "butt";
    pen.strokeStyle = line.colour;
    pen.stroke(path);
    pen.setLineDash([]);
  }
  pen.lineJoin = pen.lineCap = "round";
};

/** How important a stop is on the map: ends of lines first, then stops of many lines. @param {{ stops: number[] }[]} lines @returns {Map<number, number>} */
export const servedStops = lines => {
  const served = new Map();
  for (const { stops } of lines) {
    stops.forEach((stop, i) => {
      const isEnd = i === 0 || i === stops.length - 1;
      served.set(stop, (served.get(stop) || 0) + (isEnd ? 1000 : 1));
    });
  }
  return served;
};

/**
 * Served stops are white, ends of lines dark; stops without a line are grey dots, or rings where a line may be drawn to them.
 * @param {CanvasRenderingContext2D} pen @param {View} view @param {MapNode[]} nodes @param {Map<number, number>} served @param {Look} look
 */
export const drawStops = (pen, view, nodes, served, look, isOffered = false) => {
  const size = look.stop(view);
  pen.lineWidth = 1;
  nodes.forEach((node, at) => {
    const place = view.screen(node),
      count = served.get(at);
    if (!view.shows(place)) return;
    const isEnd = count !== undefined && count >= 1000;
    const isRing = !count && isOffered && ((node[3] ?? 1) & 1) === 1;
    pen.beginPath();
    pen.arc(place[0], place[1], count ? size + (isEnd ? 1.4 : 0) : size * (isRing ? 0.8 : 0.6), 0, 7);
    pen.fillStyle = isRing ? "#fff" : !count ? UNSERVED : isEnd ? INK : "#fff";
    pen.fill();
    if (!count && !isRing) return;
    pen.strokeStyle = isRing ? OFFERED : INK;
    pen.stroke();
  });
};

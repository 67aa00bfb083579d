// Lines along their streets, side by side where several share one.

import { pairKey } from "./courses.js";

/** @typedef {import("./courses.js").Course} Course */
/** @typedef {import("./courses.js").Courses} Courses */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./look.js").Look} Look */
/**
 * What it takes to draw a line; a width of 1 is the usual one.
 * @typedef {{ stops: number[], path?: number[], colour: string, pale?: string, dashes?: number[], wide?: number }} Drawable
 */
/** @typedef {{ a: number, b: number, key: string, offset: number }} Leg  `offset` in pixels, on the way from smaller to larger */
/** @typedef {{ legs: Leg[], path: Path2D, box: number[] }} Shape */

/** Between two lines, in pixels. */
const GAP = 0.6;
/** From a platform to the dot of its stop, in pixels, where a gap would be seen. */
const SPUR = 7;
/** The shortest step of a path, in pixels. */
export const FINEST = 2.5;

/** @template {Drawable} Line */
export class LineLayout {
  /** @param {Courses} courses @param {Look} look */
  constructor(courses, look) {
    this.courses = courses;
    this.look = look;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<Line, Shape>} */
    this.shapes = new Map();
    /** @type {Map<string, Line[]>} Lines on every street. */
    this.lanes = new Map();
    this.scale = 0;
  }

  /** @param {Line[]} lines all that are drawn, in the order in which they lie side by side */
  show(lines) {
    this.lines = lines;
    this.scale = 0;
    this.shapes = new Map(lines.map(line => [line, { legs: legsOf(line), path: new Path2D(), box: [0, 0, 0, 0] }]));
    this.lanes = new Map();
    for (const [line, shape] of this.shapes) {
      for (const { key } of shape.legs) {
        const on = this.lanes.get(key);
        if (!on) this.lanes.set(key, [line]);
        else if (!on.includes(line)) on.push(line);
      }
    }
  }

  /** Makes the paths for the scale of the view, unless they are there already. @param {View} view */
  build(view) {
    if (view.scale === this.scale) return;
    this.scale = view.scale;
    const offsets = this.offsets(view);
    for (const [line, shape] of this.shapes) {
      shape.path = new Path2D();
      shape.box = [Infinity, Infinity, -Infinity, -Infinity];
      let last = -1;
      for (const leg of shape.legs) {
        leg.offset = offsets.get(leg.key)?.get(line) || 0;
        const course = this.courses.between(leg.a, leg.b);
        const goesOn = leg.a === last,
          starts = !goesOn && this.spur(shape.path, course, leg, leg.a, true);
        trace(shape.path, course, leg, this.scale, goesOn || starts);
        this.spur(shape.path, course, leg, leg.b, false);
        last = leg.b;
        widen(shape.box, course.box);
      }
    }
  }

  /**
   * Leads a line to the dot of its stop where its platform is seen to lie beside it; says whether it does.
   * @param {Path2D} path @param {Course} course @param {Leg} leg @param {number} node an end of the leg @param {boolean} isStart of the path
   */
  spur(path, { points }, leg, node, isStart) {
    const at = node === Math.min(leg.a, leg.b) ? 0 : points.length - 2,
      place = this.courses.nodes[node],
      x = place[0] * this.scale,
      y = place[1] * this.scale;
    if (Math.hypot(points[at] * this.scale - x, points[at + 1] * this.scale - y) < SPUR) return false;
    if (isStart) path.moveTo(x, y);
    else path.lineTo(x, y);
    return true;
  }

  /** Width of a line in pixels: lines that run more often are wider, where that is known. @param {Line} line @param {View} view */
  width(line, view) {
    return this.look.width(view) * (line.wide || 1);
  }

  /** Where each line lies beside the middle of each street, in pixels. @param {View} view @returns {Map<string, Map<Line, number>>} */
  offsets(view) {
    const bundle = this.look.bundle(view),
      usual = this.look.width(view),
      all = new Map();
    for (const [key, on] of this.lanes) {
      const room = on.reduce((sum, line) => sum + usual * (line.wide || 1) + GAP, 0),
        narrower = Math.min(1, bundle / room);
      const places = new Map();
      let side = -room / 2;
      for (const line of on) {
        const own = usual * (line.wide || 1) + GAP;
        places.set(line, (side + own / 2) * narrower);
        side += own;
      }
      all.set(key, places);
    }
    return all;
  }

  /** Whether any of a line is on the screen. @param {Line} line @param {View} view */
  isVisible(line, view) {
    const shape = this.shapes.get(line);
    return shape !== undefined && view.touches(shape.box);
  }

  /**
   * The line and its leg nearest to a place on the screen.
   * @param {View} view @param {number} x @param {number} y @param {(line: Line) => boolean} [wanted]
   * @returns {{ line: Line, leg: number } | null}
   */
  under(view, x, y, near = 7, wanted = () => true) {
    let best = null;
    const margin = (near + this.look.bundle(view)) / view.scale;
    const [px, py] = [x / view.scale + view.left, y / view.scale + view.top];
    for (const [line, { legs }] of this.shapes) {
      if (!wanted(line)) continue;
      for (let at = 0; at < legs.length; at++) {
        const leg = legs[at],
          course = this.courses.between(leg.a, leg.b),
          [left, top, right, bottom] = course.box;
        if (px < left - margin || py < top - margin || px > right + margin || py > bottom + margin) continue;
        const away = distanceTo(course, leg.offset, view, x, y);
        if (away < near) {
          near = away;
          best = { line, leg: at };
        }
      }
    }
    return best;
  }
}

/** Makes a rectangle hold another one. @param {number[]} box @param {number[]} other */
export const widen = (box, other) => {
  for (let i = 0; i < 2; i++) {
    box[i] = Math.min(box[i], other[i]);
    box[i + 2] = Math.max(box[i + 2], other[i + 2]);
  }
};

/** The legs a line is drawn along. @param {Drawable} line @returns {Leg[]} */
export const legsOf = line => {
  const path = line.path || line.stops,
    legs = [];
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1],
      b = path[i];
    if (a !== b) legs.push({ a, b, key: pairKey(a, b), offset: 0 });
  }
  return legs;
};

/**
 * Adds a leg to a path, in the direction in which it is driven.
 * @param {Path2D} path @param {Course} course @param {Leg} leg @param {number} scale @param {boolean} goesOn after the leg before
 */
export const trace = (path, { points, normals }, leg, scale, goesOn) => {
  const count = points.length / 2,
    forward = leg.a < leg.b;
  let lastX = 0,
    lastY = 0;
  for (let step = 0; step < count; step++) {
    const i = 2 * (forward ? step : count - 1 - step);
    const x = points[i] * scale + normals[i] * leg.offset,
      y = points[i + 1] * scale + normals[i + 1] * leg.offset;
    // Bends that nobody sees at this scale are left out.
    if (step && step < count - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < FINEST) continue;
    if (step || goesOn) path.lineTo(x, y);
    else path.moveTo(x, y);
    lastX = x;
    lastY = y;
  }
};

/** Distance on the screen from a place to a leg. @param {Course} course @param {number} offset @param {View} view @param {number} x @param {number} y */
const distanceTo = ({ points, normals }, offset, view, x, y) => {
  let nearest = Infinity,
    ax = 0,
    ay = 0;
  for (let i = 0; i < points.length; i += 2) {
    const bx = (points[i] - view.left) * view.scale + normals[i] * offset;
    const by = (points[i + 1] - view.top) * view.scale + normals[i + 1] * offset;
    if (i) nearest = Math.min(nearest, distanceToPiece(x, y, ax, ay, bx, by));
    ax = bx;
    ay = by;
  }
  return nearest;
};

/** @param {number} x @param {number} y @param {number} ax @param {number} ay @param {number} bx @param {number} by */
export const distanceToPiece = (x, y, ax, ay, bx, by) => {
  const dx = bx - ax,
    dy = by - ay;
  const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
};

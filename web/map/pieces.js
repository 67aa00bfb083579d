// Which pieces of street make up each leg of a line, from stop to stop.

import { pairKey } from "./courses.js";
import { legsOf } from "./lines.js";

/** @typedef {import("./lines.js").Drawable} Drawable */
/** @typedef {import("./lines.js").Leg} Leg */

/** The leg between stops that each drawn leg belongs to; -1 on a way back of its own. @param {Drawable} line @returns {number[]} */
export const stopLegs = line => {
  let at = 0;
  return legsOf(line).map(({ b }) => {
    if (at >= line.stops.length - 1) return -1;
    const leg = at;
    if (b === line.stops[at + 1]) at += 1;
    return leg;
  });
};

/** The drawn legs of a line between two positions of its stops. @param {Drawable} line @param {number} from @param {number} to @returns {Leg[]} */
export const piecesBetween = (line, from, to) => {
  const legs = legsOf(line),
    of = stopLegs(line);
  return legs.filter((_, i) => of[i] >= from && of[i] < to);
};

/** The legs of a way back with stops of its own, from stop to stop; none if it has none. @param {import("../types.js").Line} line @returns {Leg[]} */
export const wayBack = ({ back }) =>
  (back || []).slice(1).map((b, at) => {
    const a = /** @type {number[]} */ (back)[at];
    return { a, b, key: pairKey(a, b), offset: 0 };
  });

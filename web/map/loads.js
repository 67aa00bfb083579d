// Riders per hour on every street, in the busier direction.

import { piecesBetween, wayBack } from "./pieces.js";

/** @param {import("../types.js").Line[]} lines @returns {Map<string, number>} by "a-b" */
export const streetLoads = lines => {
  const there = new Map(),
    back = new Map();
  const add = (/** @type {Map<string, number>} */ to, /** @type {string} */ key, /** @type {number} */ riders) =>
    to.set(key, (to.get(key) || 0) + riders);
  for (const line of lines) {
    for (let at = 0; at + 1 < line.stops.length; at++) {
      const out = line.loads?.[at] || 0;
      // The way back lists its legs in driving order; one with stops of its own follows below.
      const home = line.back ? 0 : line.loads_back?.[line.stops.length - 2 - at] || 0;
      for (const { a, b, key } of piecesBetween(line, at, at + 1)) {
        add(a < b ? there : back, key, out);
        add(a < b ? back : there, key, home);
      }
    }
    for (const [at, { a, b, key }] of wayBack(line).entries()) add(a < b ? there : back, key, line.loads_back?.[at] || 0);
  }
  const all = new Map();
  for (const key of [...there.keys(), ...back.keys()]) all.set(key, Math.max(there.get(key) || 0, back.get(key) || 0));
  return all;
};

// Sizes on the map: small cities have room for wider lines and larger stops, and everything grows on the way in.

/** @typedef {import("./view.js").View} View */

export class Look {
  /** @param {number} nodes in the city @param {number} lines most that one network has */
  constructor(nodes, lines) {
    this.roomy = nodes <= 60 ? 1 : nodes <= 300 ? 0.4 : 0;
    this.thin = Math.sqrt(Math.max(1, lines / 40));
  }

  /** Usual width of a line. @param {View} view */
  width(view) {
    return Math.min(6.5, (2.4 + 2 * this.roomy) / this.thin + view.grown * 0.6);
  }

  /** Widest bundle of lines: they stay near their street, however many share it. @param {View} view */
  bundle(view) {
    return Math.min(40, 26 / this.thin / this.thin + view.grown * 5);
  }

  /** Radius of a stop. @param {View} view */
  stop(view) {
    return Math.min(5.5, 1.4 + 3 * this.roomy + view.grown * 0.8);
  }
}

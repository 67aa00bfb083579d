// Which part of the city the map shows, and how large.

export class View {
  constructor() {
    /** Pixels per unit of the map. */
    this.scale = 1;
    /** The scale at which the whole city fits. */
    this.least = 1;
    /** The point of the map at the top left corner. */
    this.left = 0;
    this.top = 0;
    /** Extent on the screen, in pixels. */
    this.width = 1;
    this.height = 1;
  }

  /**
   * Shows the whole city.
   * @param {number[]} size of the city
   * @param {{ edge?: number, above?: number, beside?: number, below?: number }} [margins] in pixels; `beside` on the right
   */
  fit(size, { edge = 34, above = 0, beside = 0, below = 0 } = {}) {
    const [width, height] = size.map(extent => Math.max(extent, 1));
    const across = this.width - 2 * edge - beside,
      down = this.height - 2 * edge - above - below;
    const fitting = Math.min(across / width, down / height);
    this.scale = this.least = Math.max(fitting, 1e-9);
    this.left = width / 2 - (this.width - beside) / 2 / this.scale;
    this.top = height / 2 - (this.height + above - below) / 2 / this.scale;
  }

  /** Keeps the point of the map under the pixel where it is. @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const next = Math.min(Math.max(this.scale * factor, this.least * 0.5), this.least * 60);
    this.left += x / this.scale - x / next;
    this.top += y / this.scale - y / next;
    this.scale = next;
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.left -= dx / this.scale;
    this.top -= dy / this.scale;
  }

  /** @param {number} x @param {number} y of the map */
  centre(x, y) {
    this.left = x - this.width / 2 / this.scale;
    this.top = y - this.height / 2 / this.scale;
  }

  /** @param {ArrayLike<any>} point of the map @returns {[number, number]} */
  screen(point) {
    return [(point[0] - this.left) * this.scale, (point[1] - this.top) * this.scale];
  }

  /** @param {ArrayLike<number>} place on the screen */
  shows(place, margin = 20) {
    return (
      place[0] > -margin && place[1] > -margin && place[0] < this.width + margin && place[1] < this.height + margin
    );
  }

  /** Whether a rectangle of the map is on the screen. @param {number[]} box left, top, right, bottom */
  touches([left, top, right, bottom]) {
    const margin = 40 / this.scale;
    return (
      right > this.left - margin &&
      bottom > this.top - margin &&
      left < this.left + this.width / this.scale + margin &&
      top < this.top + this.height / this.scale + margin
    );
  }

  /** How often the map was doubled in size since the whole city fitted. */
  get grown() {
    return Math.log2(Math.max(this.scale / this.least, 1));
  }

  /**
   * Lets a pen draw paths whose coordinates are those of the map times the scale: panning needs no new paths.
   * @param {CanvasRenderingContext2D} pen @param {number} ratio pixels of the device per pixel
   */
  carry(pen, ratio) {
    pen.setTransform(ratio, 0, 0, ratio, -this.left * this.scale * ratio, -this.top * this.scale * ratio);
  }
}

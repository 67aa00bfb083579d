// Stops clicked one after another, with the street between them: drawing a new line, or extending one.

import { say, warn } from "../announce.js";
import { make } from "../dom.js";
import { number, sentence } from "../format.js";
import { ACCENT, WARNING, ring } from "../map/selection.js";
import { Previewer } from "./previewer.js";
import { stopPicker } from "./stop_picker.js";

/** Pixels within which a stop is meant. */
const NEAR = 24;

export class Chain {
  /**
   * @param {import("./tool.js").Desk} desk
   * @param {{ edit: (stops: number[]) => import("../types.js").Edit, from?: () => number | null, colour: () => string, least: number, done: (stops: number[]) => void }} asked
   *   `from` is the stop that the chain starts at, where that is not the first one clicked
   */
  constructor(desk, asked) {
    this.desk = desk;
    this.asked = asked;
    /** @type {number[]} */
    this.stops = [];
    /** @type {number | null} */
    this.over = null;
    this.previewer = new Previewer(desk);
    this.showButtons = () => {};
  }

  /** @returns {number | null} where the next piece starts */
  get last() {
    return this.stops.length ? this.stops[this.stops.length - 1] : (this.asked.from?.() ?? null);
  }

  /** @param {number} x @param {number} y */
  hover(x, y) {
    const over = this.desk.map.nodeAt(x, y, NEAR, node => this.desk.session.mayStop(node));
    if (over !== this.over) this.look(over);
    this.desk.map.redraw("overlay");
  }

  /** Shows what one more stop would do. @param {number | null} node */
  look(node) {
    this.over = node;
    const stops = node !== null && node !== this.last ? [...this.stops, node] : this.stops;
    this.previewer.ask(stops.length >= this.asked.least ? this.asked.edit(stops) : null);
    this.desk.map.redraw("overlay");
    this.showButtons();
    this.desk.refresh();
  }

  /** @param {number} x @param {number} y */
  click(x, y) {
    const node = this.desk.map.nodeAt(x, y, NEAR, at => this.desk.session.mayStop(at));
    if (node !== null) this.add(node);
  }

  /** @param {number} node */
  add(node) {
    if (node === this.last) return;
    this.stops.push(node);
    this.look(null);
  }

  finish() {
    if (this.stops.length < this.asked.least) {
      if (this.stops.length) say("Choose a second stop: a line needs two.", true);
      return this.stops.length > 0;
    }
    // What the preview refused is not asked again; the stops stay, to take back the last one.
    if (this.over === null && this.previewer.problem) {
      warn(sentence(this.previewer.problem), "Take back the last stop, or choose another one.");
      return true;
    }
    const stops = this.stops;
    this.clear();
    this.asked.done(stops);
    return true;
  }

  get isStarted() {
    return this.stops.length > 0;
  }

  cancel() {
    const hadSome = this.stops.length > 0;
    this.clear();
    return hadSome;
  }

  back() {
    if (!this.stops.length) return false;
    this.stops.pop();
    this.look(null);
    return true;
  }

  clear() {
    this.stops = [];
    this.over = null;
    this.previewer.ask(null);
    this.desk.map.redraw("overlay");
    this.showButtons();
    this.desk.refresh();
  }

  /** What the line would be, or why it cannot be. */
  words() {
    const { answer, problem } = this.previewer;
    if (problem) return `⚠ ${sentence(problem)}`;
    if (!answer) return "";
    const aside = answer.aside ? ` ${sentence(answer.aside)}` : "";
    // The stop under the pointer counts: this is the line as a click would make it.
    const withStop = this.over === null ? "" : "With this stop: ";
    return `${withStop}${answer.stops.length} stops, ${number(answer.minutes, 0)} min one way.${aside}`;
  }

  /** @param {string} finishLabel */
  options(finishLabel) {
    const button = (/** @type {string} */ testid, /** @type {string} */ text, /** @type {() => void} */ act) =>
      make("button", { type: "button", "data-testid": testid, onclick: act }, text);
    const finish = button("finish-line", finishLabel, () => this.finish());
    finish.classList.add("primary");
    const back = button("take-back", "Take back stop", () => this.back());
    const cancel = button("cancel-line", "Cancel", () => {
      if (!this.cancel()) this.desk.use("select");
    });
    this.showButtons = () => {
      finish.disabled = this.stops.length < this.asked.least;
      back.disabled = !this.stops.length;
    };
    this.showButtons();
    const picker = stopPicker(this.desk.session, {
      label: "Add a stop to the line",
      placeholder: "Add stop by name…",
      pick: node => this.add(node),
      look: node => {
        this.look(node);
        if (node !== null) this.desk.map.lookAt([node]);
      },
    });
    return make("div", { className: "options" }, picker, finish, back, cancel);
  }

  /** @param {CanvasRenderingContext2D} pen */
  draw(pen) {
    const { map, session } = this.desk,
      { nodes } = session.values.map,
      colour = this.asked.colour();
    this.previewer.draw(pen, colour);
    // Until a stop is under the pointer, a straight band shows where the line would go on.
    if (this.last !== null && map.pointer && this.over === null) {
      const [x, y] = map.view.screen(nodes[this.last]);
      pen.setLineDash([5, 5]);
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(map.pointer[0], map.pointer[1]);
      pen.stroke();
      pen.setLineDash([]);
    }
    this.stops.forEach(stop => {
      const place = map.view.screen(nodes[stop]);
      pen.beginPath();
      pen.arc(place[0], place[1], 7, 0, 7);
      pen.fillStyle = colour;
      pen.fill();
      pen.strokeStyle = "#fff";
      pen.lineWidth = 2;
      pen.stroke();
    });
    if (this.over !== null)
      ring(pen, map.view.screen(nodes[this.over]), 12, this.previewer.problem ? WARNING : ACCENT, 3);
  }
}

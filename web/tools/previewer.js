// Asks the server how an edit would run, one question at a time; the latest question wins.

import { ApiError, api } from "../api.js";

/** @typedef {import("../types.js").Edit} Edit */
/** @typedef {import("../types.js").Preview} Preview */

export class Previewer {
  /** @param {import("./tool.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Preview | null} */
    this.answer = null;
    /** Why the edit is not possible. */
    this.problem = "";
    /** @type {Edit | null} */
    this.next = null;
    this.asked = "";
    this.isAsking = false;
  }

  /** @param {Edit | null} edit nothing, to forget the answer */
  ask(edit) {
    const key = edit ? JSON.stringify(edit) : "";
    if (key === this.asked) return;
    this.asked = key;
    this.next = edit;
    if (!edit) {
      this.answer = null;
      this.problem = "";
      return;
    }
    if (!this.isAsking) void this.work();
  }

  async work() {
    this.isAsking = true;
    while (this.next) {
      const edit = this.next,
        key = this.asked;
      this.next = null;
      try {
        const { line, problem } = await api.preview(this.desk.session.values.state.id, edit);
        // What was possible before stays on the map beside the reason why this is not.
        if (key === this.asked) [this.answer, this.problem] = [problem ? this.answer : line, problem || ""];
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (key === this.asked) [this.answer, this.problem] = [null, error.message];
      }
      this.desk.map.redraw("overlay");
      this.desk.refresh();
    }
    this.isAsking = false;
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} colour */
  draw(pen, colour) {
    if (!this.answer) return;
    const { map } = this.desk,
      path = map.pathThrough(this.answer.path || this.answer.stops, this.answer.courses);
    pen.strokeStyle = "#fff";
    pen.lineWidth = 9;
    pen.stroke(path);
    pen.strokeStyle = colour;
    pen.lineWidth = 5;
    pen.stroke(path);
  }
}

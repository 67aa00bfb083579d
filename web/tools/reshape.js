// Drags a piece of the selected line to another stop, with the new course while dragging.

import { warn } from "../announce.js";
import { number, sentence } from "../format.js";
import { ACCENT, WARNING, ring } from "../map/selection.js";
import { stopLegs } from "../map/pieces.js";
import { Previewer } from "./previewer.js";

/** Pixels within which the pointer means a stop, and a line. */
const NEAR_STOP = 34,
  NEAR_LINE = 9;

export class Reshape {
  /** @param {import("./tool.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.previewer = new Previewer(desk);
    /** Positions of the stops on both sides of what is dragged. @type {{ from: number, to: number } | null} */
    this.piece = null;
    /** @type {number | null} */
    this.over = null;
  }

  /** What a drag from here would move: an inner stop, or the leg between two stops. @param {number} x @param {number} y */
  pieceAt(x, y) {
    const { map, session } = this.desk,
      line = session.selectedLine;
    if (!line || session.values.found) return null;
    const stop = map.nodeAt(x, y, 9, node => line.stops.includes(node));
    const at = stop === null ? -1 : line.stops.indexOf(stop);
    if (at > 0 && at < line.stops.length - 1) return { from: at - 1, to: at + 1 };
    if (at >= 0) return null;
    const found = map.layout.under(map.view, x, y, NEAR_LINE, other => other.id === line.id);
    if (!found) return null;
    const leg = stopLegs(line)[found.leg];
    return leg >= 0 ? { from: leg, to: leg + 1 } : null;
  }

  /** @param {number} x @param {number} y */
  take(x, y) {
    this.piece = this.pieceAt(x, y);
    return this.piece !== null;
  }

  /** @param {number | null} node @returns {import("../types.js").Edit | null} */
  edit(node) {
    const line = this.desk.session.values.selected;
    return this.piece && node !== null ? { do: "reroute", line, ...this.piece, via: [node] } : null;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    if (!this.piece) return;
    const { map, session } = this.desk;
    this.over = map.nodeAt(x, y, NEAR_STOP, node => session.mayStop(node));
    this.previewer.ask(this.edit(this.over));
    map.redraw("overlay");
    this.desk.refresh();
  }

  drop() {
    const edit = this.edit(this.over),
      advice = this.advice(),
      { problem } = this.previewer;
    this.clear();
    // What the preview refused is not asked again.
    if (edit && problem) warn(sentence(problem), advice);
    else if (edit) void this.desk.session.edit(edit);
  }

  clear() {
    this.piece = null;
    this.over = null;
    this.previewer.ask(null);
    this.desk.map.redraw("overlay");
    this.desk.refresh();
  }

  /** What can be done instead, where the line cannot go through a stop: with a leg dragged, all its stops stay. */
  advice() {
    const line = this.desk.session.selectedLine;
    if (!this.piece || !line) return "";
    if (this.over !== null && line.stops.includes(this.over)) return "Choose a stop that it does not serve yet.";
    if (this.piece.to !== this.piece.from + 1) return "";
    return "Try dragging a stop of the line instead: it gives way to the new one.";
  }

  hint() {
    if (this.previewer.problem) return `⚠ ${sentence(this.previewer.problem)} ${this.advice()}`.trim();
    if (this.over === null) return "Drop it on a stop: the line will go through there.";
    const { answer } = this.previewer;
    return answer ? `${answer.words}: ${this.outcome(answer)}. Release to apply.` : "Drop here: release to apply.";
  }

  /** What the line would be, and what it is. @param {import("../types.js").Preview} answer */
  outcome({ stops, minutes }) {
    const line = this.desk.session.selectedLine;
    const now = line?.minutes === undefined ? "" : ` (now ${line.stops.length}, ${number(line.minutes)} min)`;
    return `${stops.length} stops, ${number(minutes)} min one way${now}`;
  }

  /** @param {CanvasRenderingContext2D} pen */
  draw(pen) {
    const { map, session } = this.desk,
      line = session.selectedLine,
      { nodes } = session.values.map;
    if (!this.piece || !line || !map.pointer) return;
    if (this.over !== null && this.previewer.answer) this.previewer.draw(pen, line.colour);
    else {
      const [a, b] = [this.piece.from, this.piece.to].map(at => map.view.screen(nodes[line.stops[at]]));
      pen.strokeStyle = line.colour;
      pen.lineWidth = 3;
      pen.setLineDash([6, 5]);
      pen.beginPath();
      pen.moveTo(a[0], a[1]);
      pen.lineTo(map.pointer[0], map.pointer[1]);
      pen.lineTo(b[0], b[1]);
      pen.stroke();
      pen.setLineDash([]);
    }
    if (this.over !== null)
      ring(pen, map.view.screen(nodes[this.over]), 12, this.previewer.problem ? WARNING : ACCENT, 3);
  }
}

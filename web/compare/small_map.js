// A small map of one plan; maps of one comparison share their view.

import { make } from "../dom.js";
import { Courses } from "../map/courses.js";
import { clearCanvas, drawFixed, drawLine, drawStops, drawStreets, servedStops, layStreets } from "../map/drawing.js";
import { listenToGestures } from "../map/gestures.js";
import { LineLayout } from "../map/lines.js";
import { Look } from "../map/look.js";
import { drawNames } from "../map/names.js";

/** Pixels per pixel on paper. */
const PAPER = 3;

export class SmallMap {
  /** @param {import("../types.js").CityMap} map @param {{ name: string, lines: import("../types.js").Line[], courses?: import("../types.js").CourseSteps }} plan @param {import("../map/view.js").View} view @param {() => void} moved */
  constructor(map, plan, view, moved) {
    this.map = map;
    this.view = view;
    this.canvas = make("canvas", {
      tabIndex: 0,
      role: "img",
      "aria-label": `Map of ${plan.name}: ${plan.lines.length} lines`,
    });
    const fit = () => {
      view.fit(map.size, { edge: 24 });
      moved();
    };
    const label = "Show the whole city";
    this.element = make(
      "div",
      { className: "small-stage" },
      this.canvas,
      make(
        "button",
        { type: "button", className: "fit", "data-testid": "fit", "aria-label": label, title: label, onclick: fit },
        "⤢",
      ),
    );
    this.courses = new Courses(map.nodes, plan.courses || {}, map.courses);
    this.look = new Look(map.nodes.length, Math.max(plan.lines.length, 20));
    /** @type {LineLayout<import("../types.js").Line>} */
    this.layout = new LineLayout(this.courses, this.look);
    this.layout.show(plan.lines);
    /** @type {import("../map/drawing.js").Streets} */
    this.streets = { scale: 0, pieces: [] };
    this.waiting = false;
    this.isPrinting = false;
    const nothing = () => {};
    listenToGestures(this.canvas, view, { moved, hover: nothing, click: nothing, leave: nothing, scrolls: true });
    new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.canvas;
      if (!clientWidth || !clientHeight || this.isPrinting) return;
      if (view.width === clientWidth && view.height === clientHeight) return moved();
      [view.width, view.height] = [clientWidth, clientHeight];
      fit();
    }).observe(this.canvas);
  }

  /** Paper shows what the screen shows, in more detail. */
  print() {
    this.isPrinting = true;
    this.draw(PAPER);
  }

  afterPrint() {
    this.isPrinting = false;
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  /** @param {number} ratio pixels of the device per pixel */
  draw(ratio = window.devicePixelRatio || 1) {
    this.waiting = false;
    const { view, map } = this,
      pen = clearCanvas(this.canvas, view, ratio);
    if (this.streets.scale !== view.scale) this.streets = layStreets(map.streets, this.courses, view.scale);
    this.layout.build(view);
    view.carry(pen, ratio);
    drawStreets(pen, view, this.streets);
    for (const line of map.fixed) drawFixed(pen, view, map.nodes, line);
    for (const [line, shape] of this.layout.shapes)
      if (this.layout.isVisible(line, view)) drawLine(pen, shape.path, line, this.layout.width(line, view));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const served = servedStops(this.layout.lines);
    drawStops(pen, view, map.nodes, served, this.look);
    // Names keep clear of the button.
    drawNames(pen, view, map.nodes, served, [[view.width - 50, 50, 50, 50]]);
  }
}

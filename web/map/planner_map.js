// The map of the planner: three sheets on top of each other, so that only what changed is drawn again.

import { Courses, courseThrough } from "./courses.js";
import { isNarrow } from "../narrow.js";
import { clearCanvas } from "./drawing.js";
import { listenToGestures } from "./gestures.js";
import { LineLayout, trace } from "./lines.js";
import { Look } from "./look.js";
import { drawBase, drawLines, drawOverlay } from "./sheets.js";
import { View } from "./view.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../tools/tool.js").Tool} Tool */
/** @typedef {"base" | "lines" | "overlay"} Sheet */

/** Milliseconds of a redraw that still looks smooth, and of stillness before a large map is drawn again. */
const SMOOTH = 24,
  REST = 110;
/** Pixels of the map on paper, as in planner.css. */
const PAPER_SIZE = [720, 540];
/** Pixels of the map that buttons at its edge cover, and that a handle beyond the end of a line takes. */
const BUTTONS = 48,
  HANDLE = 32;

export class PlannerMap {
  /** @param {HTMLElement} stage @param {Session} session */
  constructor(stage, session) {
    this.stage = stage;
    this.session = session;
    // Fresh sheets: nobody listens to the old ones any more.
    for (const old of stage.querySelectorAll("canvas")) old.replaceWith(old.cloneNode());
    const sheet = (/** @type {string} */ name) =>
      /** @type {HTMLCanvasElement} */ (stage.querySelector(`canvas.${name}`));
    this.sheets = { base: sheet("base"), lines: sheet("lines"), overlay: sheet("overlay") };
    this.view = new View();
    const { map, state } = session.values;
    this.look = new Look(map.nodes.length, Math.max(state.lines.length, map.today?.lines.length || 0));
    /** @type {LineLayout<Line>} */
    this.layout = new LineLayout(session.values.courses, this.look);
    /** @type {LineLayout<Line>} */
    this.today = new LineLayout(session.values.courses, this.look);
    /** @type {import("./drawing.js").Streets} */
    this.streets = { scale: 0, pieces: [] };
    /** @type {Set<Sheet>} */
    this.stale = new Set();
    this.waiting = false;
    /** @type {Tool | null} */
    this.tool = null;
    /** @type {number | null} */
    this.litLine = null;
    /** @type {[number, number] | null} */
    this.pointer = null;
    /** What the sheets show, while a gesture moves them as pictures. */
    this.drawn = new View();
    /** Milliseconds until the last full redraw was on the screen. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** Called with milliseconds per redraw. @type {((ms: number, sheets: Sheet[]) => void) | null} */
    this.measured = null;
    /** The view changed. @type {(() => void) | null} */
    this.moved = null;
    this.isAlive = true;
    /** The view on the screen, while the page is printed. @type {View | null} */
    this.paper = null;
    this.watch();
    this.listen();
  }

  watch() {
    const { session } = this;
    session.watch(["state", "courses", "hidden", "found"], () => this.arrange());
    session.watch(["selected"], () => this.redraw("lines", "overlay"));
    session.watch(["layer", "gains", "reach", "reachSide", "reachFrom"], () => this.redraw("lines", "overlay"));
    session.watch(["showsToday"], () => {
      this.arrangeToday();
    });
    session.watch(["marked", "stop"], () => this.redraw("overlay"));
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.stage);
    this.printing = new AbortController();
    const { signal } = this.printing;
    window.addEventListener("beforeprint", () => this.print(), { signal });
    window.addEventListener("afterprint", () => this.afterPrint(), { signal });
  }

  /** Paper shows the same part of the city at its own size, and in more detail. */
  print() {
    if (this.paper) return;
    const { view } = this,
      near = view.scale / view.least;
    const middle = [view.left + view.width / 2 / view.scale, view.top + view.height / 2 / view.scale];
    this.paper = Object.assign(new View(), view);
    [view.width, view.height] = PAPER_SIZE;
    view.fit(this.session.values.map.size, this.margins());
    if (near > 1.01) {
      view.scale *= near;
      view.centre(middle[0], middle[1]);
    }
    this.stale = new Set(/** @type {Sheet[]} */ (["base", "lines", "overlay"]));
    this.draw();
  }

  afterPrint() {
    if (this.paper) Object.assign(this.view, this.paper);
    this.paper = null;
    this.redraw("base", "lines", "overlay");
  }

  /** Stops listening; another plan has a map of its own. */
  close() {
    this.isAlive = false;
    this.printing?.abort();
    this.resizing?.disconnect();
  }

  /** Lines of the plan, or of the search that runs from it. @returns {Line[]} */
  get lines() {
    const { found, state, hidden } = this.session.values;
    return found ? found.lines : state.lines.filter(line => !hidden.has(line.id));
  }

  arrange() {
    const { courses, found, map } = this.session.values;
    if (found) this.layout.courses = new Courses(map.nodes, found.courses || {}, ...courses.sources);
    else this.layout.courses = courses;
    this.layout.show(this.lines);
    this.redraw("base", "lines", "overlay");
  }

  arrangeToday() {
    const { map, showsToday, courses } = this.session.values;
    this.today.courses = new Courses(map.nodes, map.today?.courses || {}, map.courses);
    this.today.show(showsToday && map.today ? map.today.lines : []);
    this.redraw("base");
  }

  resize() {
    const { clientWidth, clientHeight } = this.stage;
    if (!clientWidth || !clientHeight || !this.isAlive || this.paper) return;
    const isFirst = this.view.width === 1;
    const middle = [
      this.view.left + this.view.width / 2 / this.view.scale,
      this.view.top + this.view.height / 2 / this.view.scale,
    ];
    [this.view.width, this.view.height] = [clientWidth, clientHeight];
    if (isFirst) return this.fit();
    const near = this.view.scale / this.view.least;
    this.view.fit(this.session.values.map.size, this.margins());
    if (near !== 1) {
      this.view.scale *= near;
      this.view.centre(middle[0], middle[1]);
    }
    this.redraw("base", "lines", "overlay");
  }

  /** Room around the city: for the handles at the ends of lines, and for the buttons on the map. */
  margins() {
    const edge = Math.min(50, this.view.width * 0.08);
    if (this.paper) return { edge };
    return isNarrow() ? { edge, below: BUTTONS / 2 } : { edge, beside: Math.max(0, BUTTONS + HANDLE - edge) };
  }

  fit() {
    this.moved?.();
    this.view.fit(this.session.values.map.size, this.margins());
    this.redraw("base", "lines", "overlay");
  }

  /** @param {number} factor */
  zoom(factor) {
    this.moved?.();
    this.view.zoom(factor);
    this.redraw("base", "lines", "overlay");
  }

  /** Brings nodes into view. @param {number[]} nodes */
  lookAt(nodes) {
    const places = nodes.map(node => this.session.values.map.nodes[node]);
    if (!places.length || places.every(place => this.view.shows(this.view.screen(place), -30))) return;
    this.moved?.();
    const middle = (/** @type {number} */ at) =>
      places.reduce((sum, place) => sum + Number(place[at]), 0) / places.length;
    this.view.centre(middle(0), middle(1));
    this.redraw("base", "lines", "overlay");
  }

  get isMoved() {
    const { drawn, view } = this;
    return drawn.scale !== view.scale || drawn.left !== view.left || drawn.top !== view.top;
  }

  /** Follows a gesture: large maps move as pictures and are drawn again when the gesture rests. */
  follow() {
    this.moved?.();
    if (this.cost < SMOOTH) return this.redraw("base", "lines", "overlay");
    this.place();
    this.redraw("overlay");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.redraw("base", "lines", "overlay"), REST);
  }

  /** Puts the sheets where the view is. */
  place() {
    const { drawn, view } = this,
      by = view.scale / drawn.scale;
    const x = (drawn.left - view.left) * view.scale,
      y = (drawn.top - view.top) * view.scale;
    const moved = this.isMoved ? `translate(${x}px, ${y}px) scale(${by})` : "";
    for (const sheet of [this.sheets.base, this.sheets.lines])
      if (sheet.style.transform !== moved) sheet.style.transform = moved;
  }

  /** @param {...Sheet} sheets */
  redraw(...sheets) {
    for (const sheet of sheets) this.stale.add(sheet);
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waiting = false;
    if (!this.isAlive || this.view.width === 1) return;
    const start = performance.now(),
      sheets = [...this.stale];
    this.stale.clear();
    if (sheets.includes("base") || sheets.includes("lines")) {
      if (this.isMoved)
        sheets.push(.../** @type {Sheet[]} */ (["base", "lines"]).filter(sheet => !sheets.includes(sheet)));
      this.layout.build(this.view);
      Object.assign(this.drawn, this.view);
      this.place();
      requestAnimationFrame(() => {
        this.cost = performance.now() - start;
      });
    }
    for (const sheet of sheets) {
      const ratio = this.paper ? 3 : window.devicePixelRatio || 1,
        pen = clearCanvas(this.sheets[sheet], this.view, ratio);
      if (sheet === "base") drawBase(pen, this, ratio);
      if (sheet === "lines") drawLines(pen, this, ratio);
      if (sheet === "overlay") drawOverlay(pen, this);
    }
    this.measured?.(performance.now() - start, sheets);
  }

  /** A path through nodes on the screen. @param {number[]} nodes @param {import("./courses.js").CourseSteps} [courses] */
  pathThrough(nodes, courses) {
    const path = new Path2D(),
      { values } = this.session;
    const own =
      courses && Object.keys(courses).length
        ? new Courses(values.map.nodes, courses, ...values.courses.sources)
        : values.courses;
    let last = -1;
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1], nodes[i]];
      if (a === b) continue;
      const { points } = own.between(a, b);
      const moved = points.map((value, at) => value - (at % 2 ? this.view.top : this.view.left));
      trace(path, courseThrough(moved), { a, b, key: "", offset: 0 }, this.view.scale, a === last);
      last = b;
    }
    return path;
  }

  /** The nearest node to a place on the screen. @param {number} x @param {number} y @param {(node: number) => boolean} [wanted] @returns {number | null} */
  nodeAt(x, y, near = 12, wanted = () => true) {
    let best = null;
    this.session.values.map.nodes.forEach((node, at) => {
      const dx = (node[0] - this.view.left) * this.view.scale - x,
        dy = (node[1] - this.view.top) * this.view.scale - y;
      if (Math.abs(dx) > near || Math.abs(dy) > near) return;
      const away = Math.hypot(dx, dy);
      if (away < near && wanted(at)) {
        near = away;
        best = at;
      }
    });
    return best;
  }

  listen() {
    const surface = this.sheets.overlay;
    const tool = () => this.tool;
    listenToGestures(surface, this.view, {
      moved: () => {
        if (this.isAlive) this.follow();
      },
      hover: (x, y) => {
        if (!this.isAlive) return;
        this.pointer = [x, y];
        tool()?.hover?.(x, y);
      },
      leave: () => {
        if (this.isAlive) {
          this.pointer = null;
          tool()?.leave?.();
        }
      },
      click: (x, y, event) => {
        if (this.isAlive) tool()?.click?.(x, y, event);
      },
      take: (x, y) => this.isAlive && (tool()?.take?.(x, y) || false),
      drag: (x, y) => {
        if (this.isAlive) {
          this.pointer = [x, y];
          tool()?.drag?.(x, y);
        }
      },
      drop: (x, y) => {
        if (this.isAlive) tool()?.drop?.(x, y);
      },
      cancel: () => {
        if (this.isAlive) tool()?.cancelDrag?.();
      },
    });
    surface.addEventListener("dblclick", event => tool()?.finish?.() && event.preventDefault());
  }
}

// The tools, the hint of the active one, and its options for those without a mouse.

import { fill, make } from "../dom.js";
import { isNarrow } from "../narrow.js";
import { cutTool } from "../tools/cut.js";
import { drawTool } from "../tools/draw.js";
import { extendTool } from "../tools/extend.js";
import { reachTool } from "../tools/reach.js";
import { selectTool } from "../tools/select.js";

/** @typedef {import("../tools/tool.js").Desk} Desk */

/** Name, label, key, what it does. */
const TOOLS = [
  ["select", "Select", "V", "Select lines and stops, drag pieces of lines"],
  ["draw", "Draw", "D", "Draw a new line"],
  ["extend", "Extend", "E", "Extend the selected line"],
  ["cut", "Cut", "C", "Cut off an end of the selected line"],
  ["reach", "Reach", "R", "Places reached from a point"],
];

export class Toolbar {
  /** @param {{ bar: HTMLElement, hint: HTMLElement, options: HTMLElement, tip: HTMLElement }} places @param {import("../session.js").Session} session @param {import("../map/planner_map.js").PlannerMap} map */
  constructor(places, session, map) {
    this.places = places;
    this.session = session;
    this.map = map;
    /** @type {{ end: "first" | "last" }} */
    this.extendFrom = { end: "last" };
    /** @type {Desk} */
    this.desk = { session, map, refresh: () => this.refresh(), use: name => this.use(name) };
    // What a tip is about has moved.
    map.moved = () => this.tip("", 0, 0);
    session.watch(["tool"], () => this.showTools());
    session.watch(["selected"], () => this.showOptions());
    session.watch(["state", "found"], () => this.refresh());
    this.use("select");
  }

  showTools() {
    fill(
      this.places.bar,
      ...TOOLS.map(([name, label, key, title]) =>
        make(
          "button",
          {
            type: "button",
            "data-testid": `tool-${name}`,
            "data-key": name,
            title: `${title} (${key})`,
            "aria-keyshortcuts": key,
            "aria-pressed": String(this.session.values.tool === name),
            onclick: (/** @type {MouseEvent} */ event) => {
              this.use(name);
              // Who pressed the button by a key goes on by keys.
              if (event.detail === 0)
                /** @type {HTMLElement | null} */ (this.places.options.querySelector("input, select, button"))?.focus();
            },
          },
          label,
        ),
      ),
    );
  }

  /** @param {string} name */
  use(name) {
    if (this.session.isClosed) return;
    const { desk, map } = this;
    // Options that go take the focus with them; the map keeps it on the page.
    const hadFocus = this.places.options.contains(document.activeElement);
    map.tool?.close?.();
    const tip = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => this.tip(text, x, y);
    const makers = {
      draw: () => drawTool(desk),
      extend: () => extendTool(desk, this.extendFrom),
      cut: () => cutTool(desk),
      reach: () => reachTool(desk),
      select: () => selectTool(desk, this.extendFrom, tip),
    };
    map.tool = makers[/** @type {keyof typeof makers} */ (name)]();
    // On a phone the layer is all one sees of the tool.
    const leavesReach = name !== "reach" && isNarrow() && this.session.values.layer === "reach";
    this.session.set(leavesReach ? { tool: name, layer: "none" } : { tool: name });
    map.sheets.overlay.classList.toggle("aims", name === "draw" || name === "extend" || name === "cut");
    this.showOptions();
    map.redraw("overlay");
    if (hadFocus) map.sheets.overlay.focus();
  }

  showOptions() {
    if (this.session.isClosed) return;
    const options = this.map.tool?.options?.() || null;
    fill(this.places.options, options);
    this.refresh();
  }

  refresh() {
    if (this.session.isClosed) return;
    const { found, tool } = this.session.values;
    const text =
      found && tool === "select"
        ? "Searching: the map shows the best network so far. The plan itself does not change."
        : this.map.tool?.hint() || "";
    if (this.places.hint.textContent !== text) this.places.hint.textContent = this.places.hint.title = text;
    this.places.hint.classList.toggle("problem", text.startsWith("⚠"));
  }

  /** @param {string} text @param {number} x @param {number} y */
  tip(text, x, y) {
    if (this.session.isClosed) return;
    const { tip } = this.places;
    tip.hidden = !text;
    tip.textContent = text;
    tip.style.left = Math.max(4, Math.min(x + 12, this.map.view.width - tip.offsetWidth - 6)) + "px";
    tip.style.top = Math.max(y - 36, 4) + "px";
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was meant for a tool */
  key(event) {
    const { tool } = this.map,
      { session } = this;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      // While stops are clicked, the last one is taken back.
      if (key === "z" && !event.shiftKey && tool?.back?.()) return true;
      if (key === "z") void session.step(event.shiftKey ? { redo: true } : { undo: true });
      else if (key === "y") void session.step({ redo: true });
      else return false;
      return true;
    }
    if (event.altKey) return false;
    if (event.key === "Enter") return tool?.finish?.() || false;
    if (event.key === "Backspace") return tool?.back?.() || false;
    if (event.key === "Escape") {
      if (tool?.cancel?.()) return true;
      if (session.values.tool !== "select") this.use("select");
      return true;
    }
    const wanted = TOOLS.find(([, , key]) => key === event.key.toUpperCase());
    if (wanted) this.use(wanted[0]);
    return Boolean(wanted);
  }
}

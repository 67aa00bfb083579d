// What a tool is: it answers the pointer and the keys while it is active, and says what to do next.

/**
 * @typedef {object} Tool
 * @property {() => string} hint  one line: what to do next
 * @property {() => (HTMLElement | null)} [options]  the same without a mouse, and what else there is to choose
 * @property {boolean} [showsEnds]  handles at the ends of the selected line
 * @property {(x: number, y: number) => void} [hover]
 * @property {() => void} [leave]  the pointer left the map
 * @property {(x: number, y: number, event: PointerEvent) => void} [click]
 * @property {(x: number, y: number) => boolean} [take]  whether a drag from here belongs to the tool
 * @property {(x: number, y: number) => void} [drag]
 * @property {(x: number, y: number) => void} [drop]
 * @property {() => void} [cancelDrag]
 * @property {() => boolean} [finish]  double click or Enter
 * @property {() => boolean} [isStarted]  something is half done that leaving the page would lose
 * @property {() => boolean} [cancel]  Escape: whether there was something to give up
 * @property {() => boolean} [back]  Backspace
 * @property {(pen: CanvasRenderingContext2D) => void} [draw]  on top of the map
 * @property {() => void} [close]  another tool takes over
 */
/**
 * What tools work with.
 * @typedef {object} Desk
 * @property {import("../session.js").Session} session
 * @property {import("../map/planner_map.js").PlannerMap} map
 * @property {() => void} refresh  the hint or the options changed
 * @property {(name: string) => void} use  switches to another tool
 */

export {};

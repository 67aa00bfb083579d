// The plan that is open: its city, its state, what is selected, and how edits reach the server.

import { ApiError, api, connection } from "./api.js";
import { say, settle, warn } from "./announce.js";
import { editWords, stepWords } from "./edit_words.js";
import { counted, digitsFor, number, sentence } from "./format.js";
import { Courses } from "./map/courses.js";
import { Store } from "./store.js";

/** @typedef {import("./types.js").PlanState} PlanState */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Edit} Edit */
/** @typedef {"none" | "demand" | "load" | "waiting" | "gains" | "reach"} LayerName */
/**
 * @typedef {object} Values
 * @property {import("./types.js").CityMap} map
 * @property {Courses} courses
 * @property {PlanState} state
 * @property {number | null} selected  line
 * @property {number | null} stop  that is open
 * @property {string} tool
 * @property {LayerName} layer
 * @property {boolean} showsToday
 * @property {Set<number>} hidden  lines
 * @property {string} against  "today", a plan, or nothing yet
 * @property {import("./types.js").Gains | null} gains
 * @property {number | null} reachFrom
 * @property {import("./types.js").Reach | null} reach
 * @property {"plan" | "today" | "change"} reachSide
 * @property {import("./types.js").Job | null} job  that searches from this plan
 * @property {{ lines: Line[], courses: import("./types.js").CourseSteps } | null} found  best network of that job so far
 * @property {{ nodes: number[], legs: [number, number][] } | null} marked  on the map
 * @property {boolean} busy
 * @property {boolean} connected  with the server
 * @property {number} refusals  edits that failed: what was changed on the page goes back to what is saved
 */

/** @extends {Store<Values>} */
export class Session extends Store {
  /** @param {import("./types.js").CityMap} map @param {PlanState} state */
  constructor(map, state) {
    /** @type {Values} */
    const values = {
      map,
      state,
      courses: new Courses(map.nodes, state.courses || {}, map.courses),
      selected: null,
      stop: null,
      tool: "select",
      layer: "none",
      showsToday: false,
      hidden: new Set(),
      against: "today",
      gains: null,
      reachFrom: null,
      reach: null,
      reachSide: "plan",
      job: null,
      found: null,
      marked: null,
      busy: false,
      connected: connection.values.isUp,
      refusals: 0,
    };
    super(values);
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
  }

  /** Marks belong to what was selected with them. @override @param {Partial<Values>} changes */
  set(changes) {
    const selects = changes.selected !== undefined && changes.selected !== this.values.selected;
    super.set(selects && changes.marked === undefined ? { ...changes, marked: null } : changes);
  }

  /** @param {number | null} id @returns {Line | null} */
  line(id) {
    return this.values.state.lines.find(line => line.id === id) || null;
  }

  /** @returns {Line | null} */
  get selectedLine() {
    return this.line(this.values.selected);
  }

  /** @param {number} node */
  nameOf(node) {
    return String(this.values.map.nodes[node]?.[2] ?? node);
  }

  /** Whether a line may stop at a node. @param {number} node */
  mayStop(node) {
    return ((this.values.map.nodes[node][3] ?? 1) & 1) === 1;
  }

  /** Shows another state of the plan. @param {PlanState} state */
  accept(state) {
    // Edits that still wait for each other need the latest revision, but nothing is shown.
    if (this.isClosed) return super.set({ state });
    const { map, selected, courses } = this.values;
    const sameCourses = Object.keys(state.courses || {}).length === 0 && Object.keys(courses.sources[0]).length === 0;
    const changes = { state, marked: null, gains: null, reach: null };
    this.set(sameCourses ? changes : { ...changes, courses: new Courses(map.nodes, state.courses || {}, map.courses) });
    if (!this.line(selected)) this.set({ selected: null });
  }

  /** Changes the plan; edits wait for each other. @param {Edit} edit @returns {Promise<PlanState | null>} */
  edit(edit) {
    return this.change(() => api.edit(this.values.state.id, this.values.state.revision, edit), this.wordsOf(edit));
  }

  /** @param {Edit} edit */
  wordsOf(edit) {
    return editWords(edit, this.line(edit.line)?.name);
  }

  /** The line that an edit adds. @param {Edit} edit @returns {Promise<Line | null>} */
  async editFor(edit) {
    /** @type {Set<number>} */
    let known = new Set();
    const state = await this.change(() => {
      known = new Set(this.values.state.lines.map(line => line.id));
      return api.edit(this.values.state.id, this.values.state.revision, edit);
    }, this.wordsOf(edit));
    return state?.lines.find(({ id }) => !known.has(id)) || null;
  }

  /** Undo, redo, or turn a step on or off. @param {{ undo?: boolean, redo?: boolean, step?: number, on?: boolean }} change */
  step(change) {
    return this.change(() => api.steps(this.values.state.id, this.values.state.revision, change), stepWords(change));
  }

  /** @param {() => Promise<PlanState>} ask @param {string} words what is asked @returns {Promise<PlanState | null>} */
  change(ask, words) {
    const work = this.queue.then(async () => {
      this.set({ busy: true });
      try {
        const before = this.values.state.figures,
          state = await ask();
        this.accept(state);
        if (this.isClosed) return null;
        settle();
        say(inWords(state, before));
        return state;
      } catch (error) {
        this.set({ refusals: this.values.refusals + 1 });
        if (this.isClosed) this.lost(error);
        else this.refused(error, words);
        return null;
      } finally {
        this.set({ busy: false });
      }
    });
    // An edit that broke does not stop those after it.
    this.queue = work.catch(() => {});
    return work;
  }

  /** @param {unknown} error @param {string} [words] what was asked */
  refused(error, words = "Your edit") {
    if (this.isClosed && error instanceof ApiError) return;
    if (error instanceof ApiError && error.status === 409 && error.state) {
      this.accept(error.state);
      warn(
        `“${words}” was not done: another window changed this plan meanwhile.`,
        "You now see its latest state. Do it again if you still want it.",
      );
    } else if (error instanceof ApiError) warn(sentence(error.message), sentence(error.help));
    else throw error;
  }

  /** An edit failed after the plan was left. @param {unknown} error */
  lost(error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409 && error.state) this.accept(error.state);
    warn(`Your last change to ${this.values.state.name} was not saved.`, sentence(error.message));
  }

  /** Loads the plan again, where somebody else changed it. @param {number} [revision] */
  async refresh(revision) {
    await this.queue;
    if (this.isClosed) return;
    if (revision !== undefined && revision <= this.values.state.revision) return;
    try {
      const state = await api.plan(this.values.state.id);
      if (this.isClosed || state.revision <= this.values.state.revision) return;
      this.accept(state);
      say("Another window changed this plan. You see its latest state.", true);
    } catch (error) {
      this.refused(error);
    }
  }
}

/** The figures after an edit, for those who hear the page. @param {PlanState} state @param {import("./types.js").Figures} before */
const inWords = ({ figures }, before) => {
  const [now, then] = [figures.mean_min, before.mean_min];
  const digits = now === null || then === null ? 1 : digitsFor(now, then);
  const trip =
    now === null
      ? "No trips served"
      : `Mean trip ${number(now, digits)} perceived minutes${then === null ? "" : `, before ${number(then, digits)}`}`;
  const rules = figures.rules.length ? `; ${counted(figures.rules.length, "rule")} broken` : "";
  return `${trip}; ${number(figures.vehicles)} vehicles; ${number(figures.unserved_trips)} trips per hour unserved${rules}.`;
};

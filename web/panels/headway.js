// How often a line runs: a slider over the headways that the city offers, more often to the right, or any number of
// minutes, typed.

import { every } from "../format.js";
import { make } from "../dom.js";

/** Milliseconds after the last press of a key: several presses make one step. */
const PAUSE = 350;

/** @param {import("../session.js").Session} session @param {import("../types.js").Line} line */
export const headwaySlider = (session, line) => {
  const { headways } = session.values.map;
  const own = line.headway && !headways.includes(line.headway) ? [...headways, line.headway] : headways;
  /** @type {(number | null)[]} */
  const steps = [null, ...own.slice().sort((a, b) => b - a)];
  const pause = pauseOf(session, line.id);
  // What waits to be saved is what the slider shows.
  const now = pause.minutes === undefined ? (line.headway ?? null) : pause.minutes;
  const words = make("output", null, every(now));
  const slider = make("input", {
    type: "range",
    min: "0",
    max: String(steps.length - 1),
    step: "1",
    "data-testid": "headway",
    "data-key": `headway-${line.id}`,
    "aria-label": `Headway of line ${line.name}`,
    "aria-valuetext": every(now),
  });
  slider.value = String(steps.indexOf(now));
  const chosen = () => steps[Number(slider.value)];
  const typed = make("input", {
    type: "number",
    className: "headway-minutes",
    min: "1",
    step: "any",
    value: now === null ? "" : String(now),
    "data-testid": "headway-minutes",
    "data-key": `headway-minutes-${line.id}`,
    "aria-label": `Headway of line ${line.name} in minutes; empty: it does not run`,
  });
  typed.addEventListener("change", () => {
    if (!typed.reportValidity()) return;
    pause.minutes = typed.value === "" ? null : Number(typed.value);
    pause.save();
  });
  slider.addEventListener("input", () => {
    words.textContent = every(chosen());
    typed.value = String(chosen() ?? "");
    slider.setAttribute("aria-valuetext", every(chosen()));
  });
  let byKey = false;
  slider.addEventListener("keydown", () => {
    byKey = true;
  });
  slider.addEventListener("pointerdown", () => {
    byKey = false;
  });
  slider.addEventListener("change", () => {
    pause.minutes = chosen();
    clearTimeout(pause.timer);
    if (byKey) pause.timer = setTimeout(pause.save, PAUSE);
    else pause.save();
  });
  slider.addEventListener("blur", () => pause.save());
  return make(
    "div",
    { className: "headway" },
    make("div", { className: "headway-words" }, make("span", null, "Headway"), words, typed),
    slider,
    make("div", { className: "ends quiet" }, make("span", null, "less often"), make("span", null, "more often")),
  );
};

/** @typedef {{ minutes: number | null | undefined, timer: ReturnType<typeof setTimeout> | undefined, save: () => void }} Pause */
/** @type {WeakMap<import("../session.js").Session, Map<number, Pause>>} */
const pauses = new WeakMap();

/** The headway of a line that is chosen but not saved yet; the list is drawn anew in the meantime. @param {import("../session.js").Session} session @param {number} line @returns {Pause} */
const pauseOf = (session, line) => {
  const own = pauses.get(session) ?? new Map();
  pauses.set(session, own);
  let pause = own.get(line);
  if (!pause) own.set(line, (pause = newPause(session, line)));
  return pause;
};

/** @param {import("../session.js").Session} session @param {number} line @returns {Pause} */
const newPause = (session, line) => {
  /** @type {Pause} */
  const pause = {
    minutes: undefined,
    timer: undefined,
    save: () => {
      const { minutes } = pause;
      clearTimeout(pause.timer);
      pause.minutes = undefined;
      const isSame = minutes === (session.line(line)?.headway ?? null);
      // Behind an edit that is still computed, the old headway may be wanted back.
      if (minutes !== undefined && (!isSame || session.values.busy))
        void session.edit({ do: "headway", line, minutes });
    },
  };
  return pause;
};

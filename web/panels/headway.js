// How often a line runs: a slider over the headways that the city offers, more often to the right.

import { every } from "../format.js";
import { make } from "../dom.js";

/** @param {import("../session.js").Session} session @param {import("../types.js").Line} line */
export const headwaySlider = (session, line) => {
  const { headways } = session.values.map;
  const own = line.headway && !headways.includes(line.headway) ? [...headways, line.headway] : headways;
  /** @type {(number | null)[]} */
  const steps = [null, ...own.slice().sort((a, b) => b - a)];
  const words = make("output", null, every(line.headway));
  const slider = make("input", {
    type: "range",
    min: "0",
    max: String(steps.length - 1),
    step: "1",
    "data-testid": "headway",
    "data-key": `headway-${line.id}`,
    "aria-label": `Headway of line ${line.name}`,
    "aria-valuetext": every(line.headway),
  });
  slider.value = String(steps.indexOf(line.headway ?? null));
  const chosen = () => steps[Number(slider.value)];
  slider.addEventListener("input", () => {
    words.textContent = every(chosen());
    slider.setAttribute("aria-valuetext", every(chosen()));
  });
  slider.addEventListener("change", () => {
    if (chosen() !== line.headway) void session.edit({ do: "headway", line: line.id, minutes: chosen() });
  });
  return make(
    "div",
    { className: "headway" },
    make("div", { className: "headway-words" }, make("span", null, "Headway"), words),
    slider,
    make("div", { className: "ends quiet" }, make("span", null, "less often"), make("span", null, "more often")),
  );
};

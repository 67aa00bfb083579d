// Every edit as a named step: undo, redo, or turn one off.

import { fill, make } from "../dom.js";
import { showShortcuts } from "../shortcuts.js";

/** @param {HTMLElement} panel @param {HTMLElement} history  undo and redo @param {import("../session.js").Session} session */
export const showSteps = (panel, history, session) => {
  /** @type {number | undefined} */
  let shown;
  session.watch(["state", "refusals"], () => {
    const { steps, can_undo, can_redo } = session.values.state;
    const last = steps.filter(step => !step.undone).at(-1),
      next = steps.find(step => step.undone);
    fill(
      history,
      make(
        "button",
        {
          type: "button",
          "data-testid": "undo",
          "data-key": "undo",
          title: last ? `Undo: ${last.words} (Ctrl+Z)` : "Nothing to undo",
          "aria-label": "Undo",
          disabled: !can_undo,
          onclick: () => void session.step({ undo: true }),
        },
        "↶",
      ),
      make(
        "button",
        {
          type: "button",
          "data-testid": "redo",
          "data-key": "redo",
          title: next ? `Redo: ${next.words} (Ctrl+Shift+Z)` : "Nothing to redo",
          "aria-label": "Redo",
          disabled: !can_redo,
          onclick: () => void session.step({ redo: true }),
        },
        "↷",
      ),
      make(
        "button",
        {
          type: "button",
          className: "keys",
          "data-testid": "shortcuts-open",
          "data-key": "shortcuts",
          title: "Keyboard shortcuts (?)",
          "aria-label": "Keyboard shortcuts",
          "aria-keyshortcuts": "?",
          onclick: showShortcuts,
        },
        "?",
      ),
    );
    const seen = panel.querySelector("ol")?.scrollTop ?? 0;
    panel.classList.toggle("filled", steps.length > 0);
    fill(
      panel,
      make(
        "div",
        { className: "panel-head" },
        make("h2", null, `Steps (${steps.filter(step => !step.undone).length})`),
      ),
      steps.length
        ? make("ol", { className: "steps", "data-testid": "steps" }, ...steps.map(step => row(session, step)))
        : make(
            "p",
            { className: "quiet" },
            "Each edit becomes a step here. You can undo it, or turn it off and on again later.",
          ),
    );
    const list = panel.querySelector("ol");
    // A new step comes into view; otherwise nothing moves under the pointer.
    const newest = steps[steps.length - 1]?.id;
    if (list) list.scrollTop = newest !== shown ? list.scrollHeight : seen;
    shown = newest;
  });
};

/** @param {import("../session.js").Session} session @param {import("../types.js").Step} step */
const row = (session, step) => {
  const box = make("input", {
    type: "checkbox",
    checked: step.on && !step.undone,
    disabled: step.undone,
    "data-key": `step-${step.id}`,
    onchange: () => void session.step({ step: step.id, on: box.checked }),
  });
  return make(
    "li",
    { className: step.undone ? "undone" : step.on ? "" : "off", "data-testid": "step" },
    make(
      "label",
      { title: step.undone ? "Undone" : "Turn this step off or on" },
      box,
      make("span", null, step.words, step.undone ? " (undone)" : ""),
    ),
    step.on && !step.works && step.problem
      ? make("p", { className: "problem" }, `⚠ Has no effect: ${step.problem}`)
      : null,
  );
};

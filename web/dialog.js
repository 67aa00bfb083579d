// Questions that the page asks in a window of their own.

import { byId, make, rememberFocus } from "./dom.js";
import { ApiError } from "./api.js";
import { sentence } from "./format.js";

/**
 * A form in a window. `send` does what was asked; where it is refused, the window stays and says why.
 * @param {{ title: string, testid: string, fields: (Node | string | null)[], action?: string, send?: () => Promise<void> }} asked
 */
export const openDialog = ({ title, testid, fields, action, send }) => {
  const problem = make("p", { className: "problem", role: "alert", hidden: true, "data-testid": "dialog-problem" });
  const giveBack = rememberFocus();
  const close = () => dialog.close();
  const submit = make(
    "button",
    { type: "submit", className: "primary", "data-testid": `${testid}-send` },
    action || "OK",
  );
  const form = make(
    "form",
    {
      method: "dialog",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!send) return close();
        submit.disabled = true;
        problem.hidden = true;
        try {
          await send();
          close();
        } catch (error) {
          if (!(error instanceof ApiError) && !(error instanceof InputProblem)) throw error;
          problem.textContent = [error.message, error instanceof ApiError ? error.help : ""]
            .filter(text => text)
            .map(sentence)
            .join(" ");
          problem.hidden = false;
        } finally {
          submit.disabled = false;
        }
      },
    },
    make(
      "div",
      { className: "panel-head" },
      make("h2", { id: `${testid}-title` }, title),
      make("button", { type: "button", className: "plain", "aria-label": "Close", onclick: () => close() }, "×"),
    ),
    ...fields.filter(field => field !== null),
    problem,
    make(
      "div",
      { className: "dialog-buttons" },
      action
        ? make(
            "button",
            { type: "button", "data-testid": `${testid}-cancel`, onclick: () => close() },
            send ? "Cancel" : "Close",
          )
        : null,
      send ? submit : null,
    ),
  );
  const dialog = make(
    "dialog",
    {
      "data-testid": testid,
      "aria-labelledby": `${testid}-title`,
      onclose: () => {
        dialog.remove();
        giveBack();
      },
    },
    form,
  );
  byId("dialogs").append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector("select, input") || submit).focus();
  return { close, dialog };
};

/** Something in a form that cannot be sent. */
export class InputProblem extends Error {}

/** @param {string} label @param {HTMLElement} input @param {string} [help] @param {boolean} [isNeeded] says so beside the label */
export const field = (label, input, help, isNeeded = false) =>
  make(
    "label",
    { className: "form-field" },
    make("span", null, label, isNeeded ? make("span", { className: "needed" }, " (required)") : null),
    input,
    help ? make("span", { className: "quiet" }, help) : null,
  );

/** @param {Record<string, any>} properties */
export const numberInput = properties => make("input", { type: "number", required: true, ...properties });

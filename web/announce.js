// What the page says: to everybody in a note, to screen readers in a live region.

import { byId, make } from "./dom.js";

/** Milliseconds that a note stays, by its kind; and how much longer where somebody is at it. */
const STAYS = { "": 7000, warning: 14000, offer: 12000 };
const LONGER = 2000;

/** @param {string} text @param {boolean} [isShown] as a note as well */
export const say = (text, isShown = false) => {
  byId("live-region").textContent = text;
  if (isShown) note(text, "");
};

/** What was wrong is settled. */
export const settle = () =>
  byId("notes")
    .querySelectorAll(".warning")
    .forEach((/** @type {Element} */ old) => old.remove());

/** Notes of the page before go. */
export const leaveNotes = () => {
  for (const old of byId("notes").querySelectorAll(".message")) if (old.dataset.page !== location.hash) old.remove();
};

/** Something was refused, or failed. @param {string} text @param {string} [help] */
export const warn = (text, help = "") => {
  byId("alert-region").textContent = `${text} ${help}`;
  note(text, help, "warning");
};

/** A note with something to do. @param {string} text @param {{ label: string, act: () => void }[]} actions */
export const offer = (text, actions) => {
  byId("live-region").textContent = text;
  note(text, "", "offer", actions);
};

/** @param {string} text @param {string} help @param {keyof typeof STAYS} kind @param {{ label: string, act: () => void }[]} actions */
const note = (text, help, kind = "", actions = []) => {
  const notes = byId("notes");
  const close = () => box.remove();
  const box = make(
    "div",
    { className: `message ${kind}`, "data-testid": "note", "data-page": location.hash },
    make("div", null, make("p", null, text), help ? make("p", { className: "quiet" }, help) : null),
    ...actions.map(({ label, act }) =>
      make(
        "button",
        {
          type: "button",
          className: "small",
          onclick: () => {
            close();
            act();
          },
        },
        label,
      ),
    ),
    make("button", { type: "button", className: "plain", "aria-label": "Close this note", onclick: close }, "×"),
  );
  // What is said again is not shown twice.
  for (const old of notes.children) if (old.textContent === box.textContent) old.remove();
  // A new warning replaces the one before.
  if (kind === "warning") notes.querySelectorAll(".warning").forEach((/** @type {Element} */ old) => old.remove());
  notes.append(box);
  while (notes.children.length > 3) notes.firstElementChild?.remove();
  const goes = () => {
    if (box.matches(":hover, :focus-within")) setTimeout(goes, LONGER);
    else close();
  };
  setTimeout(goes, STAYS[kind]);
};

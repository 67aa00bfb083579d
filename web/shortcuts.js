// The keys that the planner knows, in a window.

import { openDialog } from "./dialog.js";
import { make } from "./dom.js";

/** Where keys act, and what each does; several keys with the same effect stand together. @type {[string, [string[], string][]][]} */
const KEYS = [
  [
    "Anywhere in a plan",
    [
      [["V"], "Select"],
      [["D"], "Draw a line"],
      [["E"], "Extend the selected line"],
      [["C"], "Cut the selected line"],
      [["R"], "Reach"],
      [["Ctrl Z"], "Undo; while drawing, take back a stop"],
      [["Ctrl Shift Z", "Ctrl Y"], "Redo"],
      [["Esc"], "Cancel one thing at a time"],
      [["?"], "These shortcuts"],
    ],
  ],
  [
    "While drawing or extending",
    [
      [["Enter"], "Finish the line"],
      [["Backspace"], "Take back the last stop"],
    ],
  ],
  [
    "On the map",
    [
      [["Arrows"], "Move the map"],
      [["+", "−"], "Zoom in and out"],
    ],
  ],
  [
    "In the list of lines",
    [
      [["↑", "↓"], "Go from line to line"],
      [["→", "←"], "To the button that hides the line, and back"],
      [["Home", "End"], "First and last line"],
    ],
  ],
];

export const showShortcuts = () =>
  openDialog({
    title: "Keyboard shortcuts",
    testid: "shortcuts",
    fields: KEYS.map(([place, rows]) =>
      make("section", null, make("h3", null, place), make("dl", { className: "shortcuts" }, ...rows.flatMap(row))),
    ),
    action: "Close",
  });

/** @param {[string[], string]} keys and what they do */
const row = ([keys, words]) => [
  make("dt", null, ...keys.flatMap((key, at) => [at ? " or " : "", make("kbd", null, key)])),
  make("dd", null, words),
];

// What an edit does, in words: for an edit that could not be done.

import { shortened } from "./format.js";

/** By the name of the edit. @type {Record<string, (line: string) => string>} */
const WORDS = {
  draw: () => "Draw a line",
  extend: line => `Extend ${line}`,
  cut: line => `Cut ${line}`,
  reroute: line => `Change the way of ${line}`,
  skip: line => `Leave out a stop of ${line}`,
  reverse: line => `Reverse ${line}`,
  duplicate: line => `Duplicate ${line}`,
  delete: line => `Delete ${line}`,
  split: line => `Split ${line}`,
  join: line => `Join ${line}`,
  headway: line => `Change the headway of ${line}`,
  rename: line => `Rename ${line}`,
  colour: line => `Change the colour of ${line}`,
  freeze: line => `Freeze or unfreeze ${line}`,
};

/** @param {import("./types.js").Edit} edit @param {string | undefined} name of its line */
export const editWords = (edit, name) =>
  WORDS[edit.do]?.(name ? `line ${shortened(name, 24)}` : "a line") ?? "Your edit";

/** @param {{ undo?: boolean, redo?: boolean }} change of the list of steps */
export const stepWords = ({ undo, redo }) => (undo ? "Undo" : redo ? "Redo" : "Turn a step off or on");

// A field for a name: what is not a name gives way to the old one.

import { warn } from "./announce.js";
import { make } from "./dom.js";

/**
 * @param {{ value: string, most: number, label: string, save: (name: string) => void, [property: string]: any }} asked
 *   `most` letters; other properties are those of the input
 */
export const nameField = ({ value, most, label, save, ...properties }) => {
  const input = make("input", { type: "text", value, maxLength: most, "aria-label": label, ...properties });
  const restore = () => {
    input.value = value;
  };
  input.addEventListener("change", () => {
    const name = input.value.trim();
    if (name === value) return restore();
    if (name) return save(name);
    restore();
    warn(`A name has 1 to ${most} letters.`, `It is still “${value}”.`);
  });
  input.addEventListener("keydown", event => {
    if (event.key === "Enter") input.blur();
    if (event.key !== "Escape") return;
    restore();
    input.blur();
    event.stopPropagation();
  });
  return input;
};

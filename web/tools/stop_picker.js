// A searchable list of stops, so that lines can be drawn without a mouse.

import { fill, make } from "../dom.js";

const MOST = 12;
let count = 0;

/**
 * @param {import("../session.js").Session} session
 * @param {{ label: string, placeholder?: string, pick: (node: number) => void, look?: (node: number | null) => void, wanted?: (node: number) => boolean, testid?: string }} asked
 */
export const stopPicker = (session, { label, placeholder, pick, look, wanted = () => true, testid = "add-stop" }) => {
  const id = `stops-${++count}`;
  const list = make("ul", { className: "choices", id, role: "listbox", hidden: true, "aria-label": "Stops" });
  const input = make("input", {
    type: "text",
    autocomplete: "off",
    placeholder: placeholder || "name of a stop",
    role: "combobox",
    "data-testid": testid,
    "data-key": testid,
    "aria-label": label,
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
  });
  /** @type {number[]} */
  let found = [];
  let at = -1;
  const show = () => {
    const text = input.value.trim().toLowerCase(),
      { nodes } = session.values.map;
    const name = (/** @type {number} */ node) => String(nodes[node][2]).toLowerCase();
    found = nodes
      .map((_, node) => node)
      .filter(node => session.mayStop(node) && wanted(node) && name(node).includes(text))
      .sort(
        (a, b) =>
          Number(name(b) === text) - Number(name(a) === text) ||
          Number(name(b).startsWith(text)) - Number(name(a).startsWith(text)) ||
          name(a).localeCompare(name(b), undefined, { numeric: true }),
      )
      .slice(0, MOST);
    at = text && found.length ? 0 : -1;
    mark();
    open(true);
  };
  // Stops of one name are told apart by their lines.
  const isShared = (/** @type {number} */ node) =>
    found.some(other => other !== node && session.nameOf(other) === session.nameOf(node));
  const linesAt = (/** @type {number} */ node) => {
    const names = session.values.state.lines.filter(line => line.stops.includes(node)).map(line => line.name);
    return names.length ? `, line ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}` : ", no line";
  };
  const mark = () => {
    fill(
      list,
      ...found.map((node, i) =>
        make(
          "li",
          {
            role: "option",
            id: `${id}-${i}`,
            "aria-selected": String(i === at),
            className: i === at ? "current" : "",
            onpointerdown: (/** @type {Event} */ event) => {
              event.preventDefault();
              choose(node);
            },
          },
          session.nameOf(node),
          isShared(node) ? make("span", { className: "quiet" }, linesAt(node)) : null,
        ),
      ),
      found.length ? null : make("li", { className: "quiet" }, "No such stop"),
    );
    if (at >= 0) input.setAttribute("aria-activedescendant", `${id}-${at}`);
    else input.removeAttribute("aria-activedescendant");
    look?.(at >= 0 ? found[at] : null);
  };
  const open = (/** @type {boolean} */ isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) look?.(null);
  };
  const choose = (/** @type {number} */ node) => {
    input.value = "";
    open(false);
    pick(node);
  };
  input.addEventListener("input", show);
  input.addEventListener("blur", () => open(false));
  input.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return show();
      at =
        (at + (event.key === "ArrowDown" ? 1 : found.length - 1) + (at < 0 && event.key === "ArrowUp" ? 1 : 0)) %
        Math.max(found.length, 1);
      mark();
    } else if (event.key === "Enter" && !list.hidden && found[at] !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      choose(found[at]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      open(false);
    }
  });
  return make("div", { className: "picker" }, input, list);
};

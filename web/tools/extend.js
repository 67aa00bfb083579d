// Extends the selected line from one of its ends.

import { make } from "../dom.js";
import { shortened } from "../format.js";
import { endHandles } from "../map/selection.js";
import { Chain } from "./chain.js";

/** Pixels around a handle. */
const NEAR = 14;

/** The end whose handle is at a place. @param {import("./tool.js").Desk} desk @param {number} x @param {number} y @returns {"first" | "last" | null} */
export const endAt = ({ map }, x, y) => {
  const at = endHandles(map).findIndex(place => Math.hypot(place[0] - x, place[1] - y) < NEAR);
  return at < 0 ? null : at === 0 ? "first" : "last";
};

/** @param {import("./tool.js").Desk} desk @param {{ end: "first" | "last" }} start @returns {import("./tool.js").Tool} */
export const extendTool = (desk, start) => {
  const { session } = desk;
  const line = () => session.selectedLine;
  const from = () => {
    const stops = line()?.stops;
    return stops ? (start.end === "first" ? stops[0] : stops[stops.length - 1]) : null;
  };
  const edit = (/** @type {number[]} */ stops) => ({
    do: "extend",
    line: session.values.selected,
    end: start.end,
    stops,
  });
  const chain = new Chain(desk, {
    edit,
    from,
    least: 1,
    colour: () => line()?.colour || "#24282f",
    done: async stops => {
      await session.edit(edit(stops));
      desk.use("select");
    },
  });
  const other = make("button", { type: "button", "data-testid": "other-end" });
  const turn = (/** @type {"first" | "last"} */ end) => {
    start.end = end;
    other.textContent = `From ${session.nameOf(from() ?? 0)} (change end)`;
    chain.clear();
  };
  other.addEventListener("click", () => turn(start.end === "first" ? "last" : "first"));
  return {
    showsEnds: true,
    hint: () => {
      if (!line()) return "Select the line to extend: on the map or in the list.";
      if (chain.previewer.problem) return chain.words();
      const end = session.nameOf(from() ?? 0);
      if (!chain.stops.length)
        return `Extending line ${shortened(line()?.name || "")} from ${end}: click the next stop, or the + at the other end.`;
      return `${chain.words()} Click further stops; Enter or a double click finishes, Esc cancels.`;
    },
    options: () => {
      if (!line()) return null;
      const box = chain.options("Finish");
      other.textContent = `From ${session.nameOf(from() ?? 0)} (change end)`;
      box.prepend(other);
      return box;
    },
    hover: (x, y) => {
      if (line()) chain.hover(x, y);
    },
    leave: () => chain.look(null),
    click: (x, y) => {
      const end = endAt(desk, x, y);
      if (end && !chain.stops.length) return turn(end);
      if (line()) return chain.click(x, y);
      const found = desk.map.layout.under(desk.map.view, x, y, 9);
      if (found) session.set({ selected: found.line.id });
      desk.refresh();
    },
    finish: () => chain.finish(),
    isStarted: () => chain.isStarted,
    cancel: () => chain.cancel(),
    back: () => chain.back(),
    draw: pen => {
      if (line()) chain.draw(pen);
    },
    close: () => chain.clear(),
  };
};

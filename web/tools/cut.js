// Cuts off an end of the selected line.

import { make } from "../dom.js";
import { counted, shortened } from "../format.js";
import { piecesBetween, stopLegs } from "../map/pieces.js";
import { WARNING } from "../map/selection.js";

/** @param {import("./tool.js").Desk} desk @returns {import("./tool.js").Tool} */
export const cutTool = desk => {
  const { session, map } = desk;
  /** Positions of the stops that stay. @type {{ from: number, to: number } | null} */
  let keep = null;
  const line = () => session.selectedLine;

  /** What stays if the line is cut at a place: the piece to the nearer end goes. @param {number} x @param {number} y */
  const keptAt = (x, y) => {
    const cut = line();
    if (!cut) return null;
    const found = map.layout.under(map.view, x, y, 12, other => other.id === cut.id);
    const leg = found ? stopLegs(cut)[found.leg] : -1,
      last = cut.stops.length - 1;
    if (leg < 0) return null;
    return leg < last - 1 - leg ? { from: leg + 1, to: last } : { from: 0, to: leg };
  };
  const apply = (/** @type {{ from: number, to: number }} */ kept) => {
    keep = null;
    void session.edit({ do: "cut", line: session.values.selected, ...kept });
    desk.use("select");
  };
  return {
    hint: () => {
      const cut = line();
      if (!cut) return "Select the line to cut: on the map or in the list.";
      if (!keep)
        return `Point at a piece of line ${shortened(cut.name)}: it and everything up to the nearer end will be cut off.`;
      const gone = cut.stops.length - (keep.to - keep.from + 1);
      return keep.to > keep.from
        ? `Click to cut off ${counted(gone, "stop")}.`
        : "A line needs two stops: nothing would be left.";
    },
    options: () => {
      const cut = line();
      if (!cut) return null;
      const choice = (/** @type {string} */ label, /** @type {number} */ at) => {
        const select = make(
          "select",
          { "aria-label": label },
          ...cut.stops.map((stop, i) => make("option", { value: String(i) }, session.nameOf(stop))),
        );
        select.value = String(at);
        return select;
      };
      const [from, to] = [choice("Keep the line from", 0), choice("to", cut.stops.length - 1)];
      return make(
        "div",
        { className: "options" },
        "Keep from",
        from,
        "to",
        to,
        make(
          "button",
          {
            type: "button",
            className: "primary",
            "data-testid": "apply-cut",
            onclick: () => apply({ from: Number(from.value), to: Number(to.value) }),
          },
          "Cut",
        ),
      );
    },
    hover: (x, y) => {
      keep = keptAt(x, y);
      map.redraw("overlay");
      desk.refresh();
    },
    leave: () => {
      keep = null;
      map.redraw("overlay");
    },
    click: (x, y) => {
      const kept = keptAt(x, y);
      if (kept && kept.to > kept.from) return apply(kept);
      const found = map.layout.under(map.view, x, y, 9);
      if (found) session.set({ selected: found.line.id });
    },
    cancel: () => false,
    draw: pen => {
      const cut = line();
      if (!keep || !cut) return;
      pen.strokeStyle = WARNING;
      pen.lineWidth = 6;
      pen.setLineDash([3, 7]);
      pen.lineCap = "butt";
      for (const { a, b } of [...piecesBetween(cut, 0, keep.from), ...piecesBetween(cut, keep.to, cut.stops.length)])
        pen.stroke(map.pathThrough([a, b]));
      pen.setLineDash([]);
      pen.lineCap = "round";
    },
    close: () => {
      keep = null;
      map.redraw("overlay");
    },
  };
};

// Selects lines and stops; drags a piece of the selected line; extends it from its end handles.

import { every, shortened } from "../format.js";
import { isNarrow } from "../narrow.js";
import { endAt } from "./extend.js";
import { Reshape } from "./reshape.js";
import { stopPicker } from "./stop_picker.js";

/** @param {import("./tool.js").Desk} desk @param {{ end: "first" | "last" }} extendFrom @param {(text: string, x: number, y: number) => void} tip @returns {import("./tool.js").Tool} */
export const selectTool = (desk, extendFrom, tip) => {
  const { session, map } = desk,
    reshape = new Reshape(desk);
  const surface = map.sheets.overlay;
  return {
    get showsEnds() {
      return !isNarrow();
    },
    hint: () => {
      if (reshape.piece) return reshape.hint();
      const line = session.selectedLine;
      if (line)
        return `Line ${shortened(line.name)}: drag a piece or a stop of it to another stop, click a + to extend it, or click a stop for more.`;
      if (!session.values.state.lines.length)
        return "This plan has no lines yet. Press Draw, then click stops on the map.";
      return "Click a line or a stop. Drag the map to move it, scroll to zoom.";
    },
    options: () =>
      stopPicker(session, {
        label: "Find a stop",
        placeholder: "Find a stop…",
        testid: "find-stop",
        pick: node => {
          map.lookAt([node]);
          session.set({ stop: node });
        },
      }),
    hover: (x, y) => {
      const end = session.values.selected !== null && endAt(desk, x, y);
      const node = map.nodeAt(x, y, 9),
        found = node === null ? map.layout.under(map.view, x, y) : null;
      const piece = reshape.pieceAt(x, y);
      surface.style.cursor =
        end || (node !== null && !piece) || (found && !piece) ? "pointer" : piece ? "move" : "grab";
      if (end) tip("Extend from here", x, y);
      else if (node !== null) tip(stopWords(desk, node), x, y);
      // The layer of loads shows the selected line alone.
      else if (found && (session.values.layer !== "load" || [null, found.line.id].includes(session.values.selected)))
        tip(`Line ${shortened(found.line.name, 40)}, ${found.line.between}: ${every(found.line.headway)}`, x, y);
      else tip("", x, y);
    },
    leave: () => tip("", 0, 0),
    click: (x, y) => {
      const end = session.values.selected !== null && !isNarrow() && endAt(desk, x, y);
      if (end) {
        extendFrom.end = end;
        desk.use("extend");
        return;
      }
      const node = map.nodeAt(x, y, 10),
        found = node === null && !session.values.found ? map.layout.under(map.view, x, y, 9) : null;
      session.set({ stop: node, marked: null, ...(node === null ? { selected: found ? found.line.id : null } : {}) });
      desk.refresh();
    },
    take: (x, y) => !isNarrow() && !endAt(desk, x, y) && reshape.take(x, y),
    drag: (x, y) => {
      tip("", 0, 0);
      reshape.drag(x, y);
    },
    drop: () => reshape.drop(),
    cancelDrag: () => reshape.clear(),
    // One thing at a time: the drag, the card of a stop, the marks of a fault, the selection.
    cancel: () => {
      const { stop, marked, selected } = session.values;
      if (reshape.piece) reshape.clear();
      else if (stop !== null) session.set({ stop: null });
      else if (marked) session.set({ marked: null });
      else if (selected !== null) session.set({ selected: null });
      else return false;
      return true;
    },
    draw: pen => reshape.draw(pen),
    close: () => {
      reshape.clear();
      session.set({ stop: null });
      surface.style.cursor = "";
      tip("", 0, 0);
    },
  };
};

/** @param {import("./tool.js").Desk} desk @param {number} node */
const stopWords = ({ session, map }, node) => {
  const names = [...map.lines, ...session.values.map.fixed]
    .filter(line => line.stops.includes(node))
    .map(line => shortened(line.name));
  const lines = names.length
    ? `${names.length > 1 ? "lines" : "line"} ${names.slice(0, 10).join(", ")}${names.length > 10 ? " …" : ""}`
    : session.mayStop(node)
      ? "not served"
      : "a zone; no street leads here";
  return `${session.nameOf(node)}: ${lines}`;
};

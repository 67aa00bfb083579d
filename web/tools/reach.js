// Places reached from a point, in this plan and today.

import { api } from "../api.js";
import { make } from "../dom.js";
import { counted, number, share } from "../format.js";
import { stopPicker } from "./stop_picker.js";

/** @param {import("./tool.js").Desk} desk @returns {import("./tool.js").Tool} */
export const reachTool = desk => {
  const { session, map } = desk;
  const from = async (/** @type {number} */ node) => {
    session.set({ reachFrom: node, layer: "reach" });
    await loadReach(session);
    desk.refresh();
  };
  session.set({ layer: "reach" });
  return {
    hint: () => {
      const { reach, reachFrom } = session.values;
      if (reachFrom === null || !reach)
        return "Click a place: you will see what can be reached from there within 30, 45 and 60 minutes.";
      const { plan, today } = reach.within;
      const parts = plan.map((now, at) => {
        const then = today?.[at];
        const places = `${counted(now.places, "place")}${then ? ` (today ${number(then.places)})` : ""}`;
        const trips = `${share(now.trip_share)} of all trips${then ? ` (${share(then.trip_share)})` : ""}`;
        return `${number(now.minutes)} min: ${places}, where ${trips} end`;
      });
      return `Reached within ${parts.join("; ")}.`;
    },
    options: () =>
      make(
        "div",
        { className: "options" },
        stopPicker(session, {
          label: "Reach from",
          placeholder: "Reach from stop…",
          testid: "reach-from",
          pick: node => void from(node),
        }),
      ),
    hover: (x, y) => {
      map.sheets.overlay.style.cursor = map.nodeAt(x, y, 24) === null ? "grab" : "pointer";
    },
    click: (x, y) => {
      const node = map.nodeAt(x, y, Infinity);
      if (node !== null) void from(node);
    },
    close: () => {
      map.sheets.overlay.style.cursor = "";
    },
  };
};

/** Asks again after the plan changed. @param {import("../session.js").Session} session */
export const loadReach = async session => {
  const { reachFrom, state } = session.values;
  if (reachFrom === null) return;
  try {
    const reach = await api.reach(state.id, reachFrom);
    if (session.values.reachFrom === reachFrom) session.set({ reach });
  } catch (error) {
    session.refused(error);
  }
};

// Draws a new line: click stops, it follows the streets between them.

import { Chain } from "./chain.js";

/** @param {import("./tool.js").Desk} desk @returns {import("./tool.js").Tool} */
export const drawTool = desk => {
  const { session } = desk,
    { headways } = session.values.map;
  const headway = headways.includes(10) ? 10 : (headways[Math.floor(headways.length / 2)] ?? 10);
  const chain = new Chain(desk, {
    edit: stops => ({ do: "draw", stops, headway, name: null }),
    colour: () => "#24282f",
    least: 2,
    done: async stops => {
      const line = await session.editFor({ do: "draw", stops, headway, name: null });
      if (!line) return;
      desk.use("select");
      session.set({ selected: line.id });
    },
  });
  return {
    hint: () => {
      if (chain.previewer.problem) return chain.words();
      if (!chain.stops.length) return "Click the first stop of the new line.";
      if (chain.stops.length === 1) return `${chain.words()} Click the next stop; the line follows the streets.`.trim();
      return `${chain.words()} Enter or a double click finishes the line, Backspace takes back a stop.`.trim();
    },
    options: () => chain.options("Finish line"),
    hover: (x, y) => chain.hover(x, y),
    leave: () => chain.look(null),
    click: (x, y) => chain.click(x, y),
    finish: () => chain.finish(),
    isStarted: () => chain.isStarted,
    cancel: () => chain.cancel(),
    back: () => chain.back(),
    draw: pen => chain.draw(pen),
    close: () => chain.clear(),
  };
};

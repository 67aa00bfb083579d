// The stop that is open: who serves it, and what the selected line can do there.

import { every, number, shortened } from "../format.js";
import { fill, lineSample, make, rememberFocus } from "../dom.js";
import { stopPicker } from "../tools/stop_picker.js";

/** @param {HTMLElement} card @param {import("../tools/tool.js").Desk} desk */
export const showStop = (card, { session, map: sheet }) => {
  let giveBack = () => false;
  session.watch(["stop", "selected", "state"], () => {
    const { stop, state, map } = session.values;
    if (stop === null) {
      // The focus goes back to where the card was opened.
      const hadFocus = card.contains(document.activeElement);
      card.hidden = true;
      fill(card);
      if (hadFocus && !giveBack()) sheet.sheets.overlay.focus();
      return;
    }
    if (card.hidden) giveBack = rememberFocus();
    card.hidden = false;
    // The card lies where the stop is not.
    card.classList.toggle("left", sheet.view.screen(map.nodes[stop])[0] > sheet.view.width / 2);
    const serving = [...state.lines, ...map.fixed].filter(line => line.stops.includes(stop));
    const [from, to] = map.demand[stop] || [0, 0],
      wait = state.figures.waits?.[stop];
    const facts = [
      from + to > 0 ? `${number(from)} trips/h start here, ${number(to)} end here` : "no trips start or end here",
      wait !== null && wait !== undefined ? `next vehicle in ${number(wait, 1)} min on average` : "",
    ].filter(fact => fact);
    fill(
      card,
      make(
        "div",
        { className: "panel-head" },
        make("h3", null, session.nameOf(stop)),
        make(
          "button",
          {
            type: "button",
            className: "plain",
            "data-key": "close-stop",
            "aria-label": "Close",
            onclick: () => session.set({ stop: null }),
          },
          "×",
        ),
      ),
      make("p", { className: "quiet" }, facts.join("; ") + "."),
      serving.length
        ? make(
            "ul",
            { className: "plain-list" },
            ...serving
              .slice(0, 8)
              .map(line =>
                make(
                  "li",
                  null,
                  make(
                    "button",
                    {
                      type: "button",
                      className: "line-name",
                      "data-key": `serving-${line.id}`,
                      onclick: () => session.set({ selected: line.id }),
                    },
                    lineSample(line),
                    make("b", { title: line.name }, shortened(line.name, 12)),
                    make("span", { className: "between" }, `${line.between}, ${every(line.headway)}`),
                  ),
                ),
              ),
          )
        : make(
            "p",
            null,
            session.mayStop(stop) ? "No line stops here." : "No street leads here; riders walk to a stop nearby.",
          ),
      serving.length > 8 ? make("p", { className: "quiet" }, `and ${serving.length - 8} more`) : null,
      actions(session, stop),
    );
  });
};

/** @param {import("../session.js").Session} session @param {number} stop */
const actions = (session, stop) => {
  const line = session.selectedLine,
    at = line ? line.stops.indexOf(stop) : -1;
  if (!line || at < 0) return null;
  const last = line.stops.length - 1;
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ testid,
    /** @type {import("../types.js").Edit} */ edit,
  ) =>
    make(
      "button",
      {
        type: "button",
        className: "small",
        "data-testid": testid,
        onclick: () => {
          session.set({ stop: null });
          void session.edit({ ...edit, line: line.id });
        },
      },
      label,
    );
  const insert = (/** @type {number} */ node) =>
    void session.edit({ do: "reroute", line: line.id, from: at, to: at + 1, via: [node] });
  return make(
    "div",
    { className: "stop-actions" },
    make("p", { className: "quiet" }, `Line ${shortened(line.name, 24)} here:`),
    at > 0 && at < last
      ? make(
          "div",
          { className: "buttons" },
          button("Leave out", "skip-stop", { do: "skip", at }),
          button("Split here", "split-line", { do: "split", at }),
          button("Start here", "start-here", { do: "cut", from: at, to: last }),
          button("End here", "end-here", { do: "cut", from: 0, to: at }),
        )
      : null,
    at < last
      ? stopPicker(session, {
          label: `Insert a stop after ${session.nameOf(stop)}`,
          placeholder: "Insert stop after it…",
          testid: "insert-stop",
          pick: insert,
          wanted: node => !line.stops.includes(node),
        })
      : null,
  );
};

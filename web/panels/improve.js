// Asks for a search that starts from this plan: improve it, or find what more and fewer vehicles bring.

import { api } from "../api.js";
import { field, numberInput, openDialog } from "../dialog.js";
import { make } from "../dom.js";
import { counted } from "../format.js";

/** @typedef {import("../session.js").Session} Session */

/** Searches, in seconds. */
const SHORTEST = 5;

/** @param {Session} session @returns {(Node | string)} */
const frozenWords = session => {
  const { lines } = session.values.state,
    frozen = lines.filter(line => line.frozen),
    timetabled = lines.filter(line => line.timetable && !line.frozen);
  return make(
    "p",
    { className: "quiet", "data-testid": "frozen-lines" },
    frozen.length
      ? `${counted(frozen.length, "frozen line")} will stay as ${frozen.length === 1 ? "it is" : "they are"}: ${frozen.map(line => line.name).join(", ")}.`
      : "No line is frozen: the search may change every line. Freeze a line in the list to keep it as it is.",
    timetabled.length
      ? ` ${counted(timetabled.length, "line")} that run${timetabled.length === 1 ? "s" : ""} by a timetable of today will be laid out along the streets both ways before the search; where that breaks a rule for lines, they are cut or replaced.`
      : null,
  );
};

/** @param {Session} session @param {(job: import("../types.js").Job) => void} started */
export const askToImprove = (session, started) => {
  const { state } = session.values;
  const vehicles = numberInput({
    min: "1",
    max: "100000",
    value: String(state.figures.vehicles || 20),
    "data-testid": "improve-vehicles",
  });
  const minutes = numberInput({ min: "0.1", max: "1440", step: "any", value: "1", "data-testid": "improve-minutes" });
  const name = make("input", {
    type: "text",
    required: true,
    maxLength: 80,
    value: `${state.name}, improved`,
    "data-testid": "improve-name",
  });
  const price = numberInput({
    min: "0",
    max: "1000",
    step: "any",
    value: "",
    required: false,
    placeholder: "none",
    "data-testid": "improve-price",
  });
  openDialog({
    title: "Improve this plan",
    testid: "improve",
    action: "Start the search",
    fields: [
      make(
        "p",
        null,
        "Routewright searches for better lines and headways, starting from this plan. The plan itself stays as it is; the result is a new plan beside it. Lines that continue one of this plan keep its name; new ones are called N1, N2 and so on.",
      ),
      field("Vehicles", vehicles, `The most that the result may use. This plan uses ${state.figures.vehicles}.`),
      field(
        "Minutes to search",
        minutes,
        "0.5 is half a minute. You can stop at any time and keep the best network found so far.",
      ),
      field("Name of the new plan", name),
      frozenWords(session),
      make(
        "details",
        null,
        make("summary", null, "Price of change"),
        field(
          "Perceived minutes per changed stop",
          price,
          "With 0.01, a change of ten stops must shorten the mean trip by 0.1 minutes. Empty: change costs nothing. A higher price keeps the result closer to this plan.",
        ),
      ),
    ],
    send: async () =>
      started(
        await api.newJob({
          kind: "improve",
          plan: state.id,
          vehicles: Number(vehicles.value),
          seconds: Math.max(SHORTEST, Number(minutes.value) * 60),
          change_price: price.value === "" ? null : Number(price.value),
          name: name.value.trim(),
        }),
      ),
  });
};

/** @param {Session} session @param {(job: import("../types.js").Job) => void} started */
export const askForFront = (session, started) => {
  const { state } = session.values,
    now = state.figures.vehicles || 20;
  const least = numberInput({
    min: "1",
    max: "100000",
    value: String(Math.max(1, Math.round(now * 0.7))),
    "data-testid": "front-least",
  });
  const most = numberInput({
    min: "1",
    max: "100000",
    value: String(Math.round(now * 1.4) + 1),
    "data-testid": "front-most",
  });
  const points = numberInput({ min: "2", max: "20", value: "5", "data-testid": "front-points" });
  const minutes = numberInput({ min: "0.1", max: "1440", step: "any", value: "2", "data-testid": "front-minutes" });
  openDialog({
    title: "Fleet sizes",
    testid: "front",
    action: "Start the search",
    fields: [
      make(
        "p",
        null,
        "Searches for one network per number of vehicles and plots vehicles against minutes. Click a point of the plot to open its network as a plan.",
      ),
      make("div", { className: "two" }, field("Fewest vehicles", least), field("Most vehicles", most)),
      make("div", { className: "two" }, field("Networks", points), field("Minutes in all", minutes)),
      frozenWords(session),
    ],
    send: async () =>
      started(
        await api.newJob({
          kind: "front",
          plan: state.id,
          vehicles: [Number(least.value), Number(most.value)],
          points: Number(points.value),
          seconds: Math.max(SHORTEST, Number(minutes.value) * 60),
        }),
      ),
  });
};

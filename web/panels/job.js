// A search or an import: how far it is, how good, and what became of it.

import { api } from "../api.js";
import { warn } from "../announce.js";
import { chart, cross } from "../chart.js";
import { make, svg } from "../dom.js";
import { ownNames } from "../start/import.js";
import { duration, number, percent, sentence } from "../format.js";

/** @typedef {import("../types.js").Job} Job */

const KINDS = { improve: "Improve", front: "Fleet sizes", import: "Import" };
/** @param {Job} job */
export const isOpen = job => job.state === "waiting" || job.state === "running";

/**
 * @param {Job} job
 * @param {{ open: (path: string) => void, changed: () => void, again?: () => void, point?: number, here?: string, isThere?: (plan: string) => boolean }} act
 *   `again` asks for an import once more, `point` of the plot is open, or the plan `here`; `isThere` knows what is deleted
 */
export const jobCard = (job, act) => {
  const tell = (/** @type {Promise<unknown>} */ work) =>
    void work.then(act.changed).catch(error => warn(sentence(error.message), error.help));
  const progress = make("progress", { max: 1, value: job.done, "aria-label": "Progress" });
  return make(
    "div",
    { className: `job ${job.state}`, "data-testid": "job", "data-job": job.id, "data-state": job.state },
    make(
      "div",
      { className: "panel-head" },
      make("h3", null, `${KINDS[job.kind]}: ${job.name || job.city || ""}`),
      isOpen(job)
        ? null
        : make(
            "button",
            {
              type: "button",
              className: "plain",
              "aria-label": "Remove from the list",
              title: "Remove from the list",
              onclick: () => tell(api.deleteJob(job.id)),
            },
            "×",
          ),
    ),
    isOpen(job) ? progress : null,
    make("p", { className: "quiet" }, stateWords(job)),
    isOpen(job)
      ? make(
          "div",
          null,
          make(
            "button",
            {
              type: "button",
              className: "small",
              "data-testid": "stop-job",
              "data-key": `stop-${job.id}`,
              onclick: () => tell(api.stopJob(job.id)),
            },
            job.kind === "import" ? "Stop" : "Stop and keep the best",
          ),
        )
      : null,
    ...errors(job),
    job.kind === "import" && job.state === "failed" && act.again
      ? make(
          "div",
          null,
          make("button", { type: "button", className: "small", onclick: act.again }, "Change and try again…"),
        )
      : null,
    job.curve?.length > 1 && isOpen(job)
      ? make(
          "figure",
          null,
          make("figcaption", { className: "quiet" }, sentence(job.curve_label || "").replace(/\.$/, "")),
          chart({ points: untilNow(job), xLabel: "seconds", yLabel: "" }),
          job.curve_label?.includes("overload")
            ? make(
                "p",
                { className: "quiet" },
                "Vehicles that are too full add minutes to this curve. The mean trip of the result is without them.",
              )
            : null,
        )
      : null,
    result(job, act),
    job.notes?.length
      ? make("ul", { className: "notes-list quiet" }, ...job.notes.map(text => make("li", null, ownNames(text))))
      : null,
  );
};

/** One paragraph per error. @param {Job} job */
const errors = job =>
  ownNames(job.error || "")
    .split("\n")
    .filter(line => line.trim())
    .map(line => make("p", { className: "problem" }, sentence(line)));

/** The best value so far still holds now. @param {Job} job @returns {[number, number][]} */
const untilNow = ({ curve, seconds }) => {
  const [last, best] = curve[curve.length - 1];
  return seconds > last ? [...curve, [seconds, best]] : curve;
};

/** @param {Job} job */
const stateWords = job => {
  const words = job.words ? sentence(job.words) : "";
  if (job.state === "waiting") return `Waiting for another job to end. ${words}`;
  if (job.state === "running")
    return `${percent(job.done)} done${job.seconds_left === null ? "" : `, ${duration(job.seconds_left)} left`}. ${words}`;
  if (job.state === "failed") return "Failed.";
  return `${job.state === "stopped" ? "Stopped" : "Done"} after ${duration(job.seconds)}. ${words}`;
};

/** @param {Job} job @param {{ open: (path: string) => void, point?: number, here?: string, isThere?: (plan: string) => boolean }} act */
const result = (job, { open, point: current, here, isThere = () => true }) => {
  const { result: found } = job;
  if (!found) return null;
  if (found.plan) {
    const plan = found.plan;
    if (!isThere(plan)) return make("p", { className: "quiet" }, "The improved plan was deleted.");
    return make(
      "div",
      { className: "buttons" },
      plan === here
        ? null
        : make(
            "button",
            {
              type: "button",
              className: "primary small",
              "data-testid": "open-result",
              onclick: () => open(`#/plan/${plan}`),
            },
            "Open the improved plan",
          ),
      job.plan && isThere(job.plan)
        ? make(
            "button",
            {
              type: "button",
              className: "small",
              "data-testid": "compare-result",
              onclick: () => open(`#/compare/${job.plan},${plan}`),
            },
            "Compare",
          )
        : null,
    );
  }
  if (found.city) {
    return make(
      "div",
      null,
      make(
        "button",
        {
          type: "button",
          className: "primary small",
          "data-testid": "plan-city",
          onclick: () => open(`#/new/${found.city}`),
        },
        "Plan in this city",
      ),
      found.account?.length
        ? make(
            "details",
            { open: true, "data-testid": "account" },
            make("summary", null, "What the import kept and left out"),
            make("ul", null, ...found.account.map(text => make("li", null, ownNames(text)))),
          )
        : null,
    );
  }
  if (found.points?.length) {
    return make(
      "div",
      { "data-testid": "front-plot" },
      chart({
        points: [],
        isLine: false,
        xLabel: "vehicles",
        yLabel: "Mean trip, perceived min",
        height: 190,
        dots: found.points.map(point => ({
          at: /** @type {[number, number]} */ ([point.vehicles, point.mean_min]),
          isOther: point.point === null,
          isCurrent: point.point !== null && point.point === current,
          isFull: point.keeps_capacity === false,
          label: pointWords(point),
          pick: point.point === null ? undefined : () => open(`#/front/${job.id}/${point.point}`),
        })),
      }),
      found.points.some(point => point.keeps_capacity === false) ? fullLegend() : null,
      make(
        "p",
        { className: "quiet" },
        `Click a point to open its network as a plan.${found.points.some(point => point.point === null) ? " The large ring is the plan that the search started from." : ""}${current === undefined ? "" : " The point with the dark edge is open."}`,
      ),
    );
  }
  return null;
};

/** @param {import("../types.js").FrontPoint} point */
const pointWords = point =>
  [
    `${point.point === null ? "The plan that the search started from: " : "Open the network with "}${number(point.vehicles)} vehicles`,
    `mean trip ${number(point.mean_min, 1)} perceived min`,
    ...(point.keeps_capacity === false ? ["vehicles too full"] : []),
  ].join(", ");

/** What the points of a plot mean, where some have vehicles that are too full. */
const fullLegend = () => {
  const sign = (/** @type {boolean} */ isFull) =>
    svg(
      "svg",
      { viewBox: "0 0 16 16", class: "chart-sign chart", "aria-hidden": "true" },
      svg("circle", { class: `dot${isFull ? " full" : ""}`, cx: 8, cy: 8, r: 6.5 }),
      ...(isFull ? [cross(8, 8)] : []),
    );
  return make(
    "ul",
    { className: "chart-legend", "data-testid": "front-legend" },
    make("li", null, sign(false), "riders fit"),
    make("li", null, sign(true), "vehicles too full"),
  );
};

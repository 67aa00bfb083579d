// A search or an import: how far it is, how good, and what became of it.

import { api } from "../api.js";
import { warn } from "../announce.js";
import { chart } from "../chart.js";
import { make } from "../dom.js";
import { ownNames } from "../start/import.js";
import { duration, number, percent, sentence } from "../format.js";

/** @typedef {import("../types.js").Job} Job */

const KINDS = { improve: "Improve", front: "Fleet sizes", import: "Import" };
/** @param {Job} job */
export const isOpen = job => job.state === "waiting" || job.state === "running";

/**
 * @param {Job} job
 * @param {{ open: (path: string) => void, changed: () => void, again?: () => void, point?: number }} act
 *   `again` asks for an import once more, `point` of the plot is open
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
    job.error ? make("p", { className: "problem" }, sentence(ownNames(job.error))) : null,
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
          chart({ points: job.curve, xLabel: "seconds", yLabel: "" }),
        )
      : null,
    result(job, act),
    job.notes?.length
      ? make("ul", { className: "notes-list quiet" }, ...job.notes.map(text => make("li", null, ownNames(text))))
      : null,
  );
};

/** @param {Job} job */
const stateWords = job => {
  const words = job.words ? sentence(job.words) : "";
  if (job.state === "waiting") return `Waiting for another job to end. ${words}`;
  if (job.state === "running")
    return `${percent(job.done)} done${job.seconds_left === null ? "" : `, ${duration(job.seconds_left)} left`}. ${words}`;
  if (job.state === "failed") return `Failed. ${words}`;
  return `${job.state === "stopped" ? "Stopped" : "Done"} after ${duration(job.seconds)}. ${words}`;
};

/** @param {Job} job @param {{ open: (path: string) => void, point?: number }} act */
const result = (job, { open, point: current }) => {
  const { result: found } = job;
  if (!found) return null;
  if (found.plan) {
    const plan = found.plan;
    return make(
      "div",
      { className: "buttons" },
      make(
        "button",
        {
          type: "button",
          className: "primary small",
          "data-testid": "open-result",
          onclick: () => open(`#/plan/${plan}`),
        },
        "Open the improved plan",
      ),
      job.plan
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
        yLabel: "mean trip, perceived min",
        height: 190,
        dots: found.points.map(point => ({
          at: /** @type {[number, number]} */ ([point.vehicles, point.mean_min]),
          isOther: point.point === null,
          isCurrent: point.point !== null && point.point === current,
          label: `${point.point === null ? "The plan that the search started from: " : "Open the network with "}${number(point.vehicles)} vehicles, ${number(point.mean_min, 1)} min${point.keeps_capacity === false ? ", vehicles too full" : ""}`,
          pick: point.point === null ? undefined : () => open(`#/front/${job.id}/${point.point}`),
        })),
      }),
      make(
        "p",
        { className: "quiet" },
        `Click a point to open its network as a plan.${found.points.some(point => point.point === null) ? " The hollow point is the plan that the search started from." : ""}${current === undefined ? "" : " The ringed point is open."}`,
      ),
    );
  }
  return null;
};

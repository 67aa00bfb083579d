// The first page: plans, cities, jobs.

import { api } from "./api.js";
import { warn } from "./announce.js";
import { byId, fill, make } from "./dom.js";
import { ago, counted, number, sentence } from "./format.js";
import { jobCard } from "./panels/job.js";
import { askForImport } from "./start/import.js";
import { askForPlan } from "./start/new_plan.js";

/** @typedef {import("./types.js").Workspace} Workspace */

/** @type {Set<string>} Plans to compare. */
const chosen = new Set();

/** @param {Workspace} workspace @param {() => Promise<void>} reload */
export const showStart = (workspace, reload) => {
  const { plans, cities, jobs } = workspace;
  for (const id of [...chosen]) if (!plans.some(plan => plan.id === id)) chosen.delete(id);
  document.title = "Routewright";
  const go = (/** @type {string} */ path) => {
    location.hash = path;
  };
  const newPlan = (/** @type {string} */ city) => askForPlan(workspace, city, go);
  const again = () => showStart(workspace, reload);
  const askAgain = () => askForImport(jobs, () => void reload());
  fill(
    byId("start"),
    make(
      "div",
      { className: "start-head" },
      make(
        "div",
        null,
        make("h1", null, "Plans"),
        make("p", { className: "quiet" }, `Everything is saved as you work, in the folder “${workspace.folder}”.`),
      ),
      make(
        "div",
        { className: "buttons" },
        make(
          "button",
          { type: "button", "data-testid": "import-open", "data-key": "import", onclick: askAgain },
          "Import a city…",
        ),
        make(
          "button",
          {
            type: "button",
            className: "primary",
            "data-testid": "new-plan",
            "data-key": "new-plan",
            onclick: () => newPlan(cities[0]?.id || ""),
          },
          "New plan",
        ),
      ),
    ),
    plans.length
      ? planTable(workspace, again, reload)
      : make(
          "div",
          { className: "empty large", "data-testid": "no-plans" },
          make("h2", null, "Start with a plan"),
          make(
            "p",
            null,
            "A plan is a set of bus lines in one city. Draw lines on the map and see at once what they do for riders and how many vehicles they need. Then let Routewright improve them.",
          ),
          make(
            "p",
            { className: "quiet" },
            "Mandl’s city, a small classic with fifteen stops, is always there to try things out.",
          ),
          make(
            "button",
            {
              type: "button",
              className: "primary",
              "data-testid": "first-plan",
              onclick: () => newPlan(cities[0]?.id || ""),
            },
            "Make your first plan",
          ),
        ),
    make(
      "div",
      { className: "start-columns" },
      make(
        "section",
        null,
        make("h2", null, "Cities"),
        make(
          "ul",
          { className: "cards-list", "data-testid": "cities" },
          ...cities.map(city =>
            make(
              "li",
              { className: "card" },
              make(
                "div",
                null,
                make("b", null, city.name),
                make(
                  "p",
                  { className: "quiet" },
                  [
                    city.built_in ? "built in" : "imported",
                    city.has_today ? "with today’s network" : "no network of today",
                  ].join(", "),
                ),
              ),
              make(
                "button",
                { type: "button", className: "small", "data-key": `city-${city.id}`, onclick: () => newPlan(city.id) },
                "New plan",
              ),
            ),
          ),
        ),
      ),
      make(
        "section",
        null,
        make("h2", null, "Searches and imports"),
        jobs.length
          ? make(
              "div",
              { className: "jobs" },
              ...jobs
                .slice()
                .sort((a, b) => b.id.localeCompare(a.id, undefined, { numeric: true }))
                .map(job =>
                  jobCard(job, {
                    open: go,
                    changed: () => void reload(),
                    again: askAgain,
                    isThere: id => plans.some(plan => plan.id === id),
                  }),
                ),
            )
          : make(
              "p",
              { className: "quiet" },
              "Nothing is running. Open a plan and press “Improve this plan” to start a search; it goes on when you close this tab.",
            ),
      ),
    ),
  );
};

/** A mark for plans whose vehicles are fuller than allowed. @param {number} legs */
const overload = legs => {
  if (!legs) return "";
  const words = `${legs} overloaded ${legs === 1 ? "leg" : "legs"}`;
  return make("span", { className: "overload", title: words, role: "img", "aria-label": words }, " ⚠");
};

/** @param {Workspace} workspace @param {() => void} again @param {() => Promise<void>} reload */
const planTable = ({ plans, cities }, again, reload) => {
  const cityName = (/** @type {string} */ id) => cities.find(city => city.id === id)?.name || id;
  const cityOf = (/** @type {string} */ id) => plans.find(plan => plan.id === id)?.city;
  const [first] = chosen;
  const firstName = plans.find(plan => plan.id === first)?.name;
  /** Why a plan cannot be ticked. */
  const whyNot = (/** @type {import("./types.js").PlanEntry} */ plan) => {
    if (chosen.has(plan.id) || first === undefined) return "";
    if (cityOf(first) !== plan.city) return "Plans of one city can be compared.";
    return chosen.size >= 4 ? "Up to four plans can be compared: untick one first." : "";
  };
  const remove = async (/** @type {import("./types.js").PlanEntry} */ plan) => {
    if (!window.confirm(`Delete the plan “${plan.name}”? It is moved to the folder “deleted” of the workspace.`))
      return;
    await api.deletePlan(plan.id).catch(error => warn(sentence(error.message), error.help));
    await reload();
  };
  const compare = make(
    "button",
    {
      type: "button",
      "data-testid": "compare-chosen",
      "data-key": "compare",
      disabled: chosen.size < 2,
      onclick: () => {
        location.hash = `#/compare/${[...chosen].join(",")}`;
      },
    },
    chosen.size < 2 ? "Compare (tick two to four plans)" : `Compare ${chosen.size} plans, against ${firstName}`,
  );
  return make(
    "div",
    null,
    make(
      "div",
      { className: "scroll" },
      make(
        "table",
        { className: "plans", "data-testid": "plans" },
        make(
          "thead",
          null,
          make(
            "tr",
            null,
            ...["", "Plan", "City", "Lines", "Vehicles", "Mean trip", "Changed", ""].map((text, i) =>
              make(
                text ? "th" : "td",
                { className: i > 2 && i < 6 ? "number" : "" },
                text,
                text === "Mean trip" ? make("span", { className: "quiet" }, " perceived min") : null,
              ),
            ),
          ),
        ),
        make(
          "tbody",
          null,
          ...plans
            .slice()
            .sort((a, b) => b.changed - a.changed)
            .map(plan => {
              const reason = whyNot(plan);
              const box = make("input", {
                type: "checkbox",
                checked: chosen.has(plan.id),
                "data-key": `tick-${plan.id}`,
                "aria-label": `Compare ${plan.name}${reason ? `. ${reason}` : ""}`,
                title: reason,
                disabled: Boolean(reason),
                onchange: () => {
                  if (box.checked) chosen.add(plan.id);
                  else chosen.delete(plan.id);
                  again();
                },
              });
              return make(
                "tr",
                { "data-testid": "plan-row", "data-plan": plan.id },
                make("td", null, box),
                make(
                  "th",
                  { scope: "row" },
                  make(
                    "a",
                    { href: `#/plan/${encodeURIComponent(plan.id)}`, "data-key": `open-${plan.id}` },
                    plan.name,
                  ),
                ),
                make("td", null, cityName(plan.city)),
                make("td", { className: "number" }, number(plan.lines)),
                make("td", { className: "number" }, number(plan.vehicles)),
                make("td", { className: "number" }, number(plan.mean_min, 1), overload(plan.overloaded_legs || 0)),
                make("td", { className: "quiet" }, ago(plan.changed)),
                make(
                  "td",
                  { className: "number" },
                  make(
                    "button",
                    {
                      type: "button",
                      className: "plain small",
                      "data-key": `delete-${plan.id}`,
                      "aria-label": `Delete ${plan.name}`,
                      onclick: () => void remove(plan),
                    },
                    "Delete",
                  ),
                ),
              );
            }),
        ),
      ),
    ),
    plans.length > 1
      ? make("div", { className: "buttons below" }, compare)
      : make(
          "p",
          { className: "quiet" },
          `${counted(plans.length, "plan")}. Copy it to try a variant, then compare both.`,
        ),
  );
};

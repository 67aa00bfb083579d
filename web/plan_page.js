// The plan that is open: the map in the middle, lines on the left, figures and steps on the right.

import { api } from "./api.js";
import { offer, warn } from "./announce.js";
import { byId, fill, make } from "./dom.js";
import { counted, sentence, shortened } from "./format.js";
import { PlannerMap } from "./map/planner_map.js";
import { nameField } from "./name_field.js";
import { originOf, rememberOrigin } from "./origins.js";
import { exportMenu } from "./panels/export_menu.js";
import { showFigures } from "./panels/figures.js";
import { askForFront, askToImprove } from "./panels/improve.js";
import { isOpen, jobCard } from "./panels/job.js";
import { showLayers } from "./panels/layers.js";
import { showLines } from "./panels/lines.js";
import { showSteps } from "./panels/steps.js";
import { showStop } from "./panels/stop_card.js";
import { Toolbar } from "./panels/toolbar.js";
import { Session } from "./session.js";

/** @typedef {import("./types.js").Job} Job */
/** Milliseconds between two pictures of a running search. */
const PICTURE = 1000;

/** @type {Map<string, import("./types.js").CityMap>} Maps of cities never change. */
const maps = new Map();

/** @param {string} id @returns {Promise<import("./types.js").CityMap>} */
export const cityMap = async id => {
  let map = maps.get(id);
  if (!map) maps.set(id, (map = await api.map(id)));
  return map;
};

/**
 * Opens a plan; gives null where the page was left before the plan was there.
 * @param {string} id @param {() => import("./types.js").Workspace} workspace
 * @param {{ job?: string, point?: string }} [front] the plot that the plan was opened from, and its point
 * @param {() => boolean} [isCurrent] whether this page is still wanted
 */
export const openPlan = async (id, workspace, front = {}, isCurrent = () => true) => {
  for (const panel of [
    "lines-panel",
    "figures-panel",
    "steps-panel",
    "tools",
    "history",
    "layers",
    "tool-options",
    "stop-card",
    "legend",
    "job-panel",
  ])
    fill(byId(panel));
  for (const canvas of byId("stage").querySelectorAll("canvas"))
    canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  byId("hint").textContent = "Opening the plan…";
  const state = await api.plan(id),
    city = await cityMap(state.city);
  if (!isCurrent()) return null;
  const session = new Session(city, state),
    map = new PlannerMap(byId("stage"), session);
  const toolbar = new Toolbar(
    { bar: byId("tools"), hint: byId("hint"), options: byId("tool-options"), tip: byId("tip") },
    session,
    map,
  );
  const go = (/** @type {string} */ path) => {
    location.hash = path;
  };
  showLines(byId("lines-panel"), toolbar.desk);
  const cityName = workspace().cities.find(one => one.id === state.city)?.name || state.city;
  showFigures(byId("figures-panel"), session);
  showSteps(byId("steps-panel"), byId("history"), session);
  showStop(byId("stop-card"), toolbar.desk);
  showLayers(byId("layers"), byId("legend"), toolbar.desk, () => workspace().plans);
  if (!city.today) session.set({ against: originOf(id, workspace()) ?? "" });
  byId("map-zoom").replaceChildren(
    ...[
      ["+", "Zoom in", () => map.zoom(1.5)],
      ["−", "Zoom out", () => map.zoom(1 / 1.5)],
      ["⤢", "Show the whole city", () => map.fit()],
    ].map(([text, label, act]) =>
      make("button", { type: "button", "aria-label": label, title: label, onclick: act }, /** @type {string} */ (text)),
    ),
  );
  session.watch(["marked"], () => {
    const { marked } = session.values;
    if (marked) map.lookAt([...marked.nodes, ...marked.legs.flat()]);
  });
  map.sheets.overlay.setAttribute(
    "aria-label",
    `Map of ${cityName}. Arrow keys move it, plus and minus zoom. Lines and stops are in the lists beside it.`,
  );
  showHead(session, cityName, go, job => follow(job));

  // A search from this plan: its card, and its best network on the map.
  let asked = 0,
    editedAt = state.revision;
  const follow = (/** @type {Job} */ job) => {
    if (session.isClosed) return;
    const { job: known } = session.values;
    if (known && known.id !== job.id && isOpen(known)) return;
    if (!known || known.id !== job.id) editedAt = session.values.state.revision;
    const wasOpen = known?.id === job.id && isOpen(known);
    session.set({ job });
    if (job.kind === "improve" && job.state === "running" && Date.now() - asked > PICTURE) {
      asked = Date.now();
      api.jobNetwork(job.id).then(
        found => {
          if (session.isClosed || session.values.job?.id !== job.id || !isOpen(session.values.job)) return;
          // What is being edited stays selected.
          const isFirst = !session.values.found && session.values.tool === "select";
          session.set(isFirst ? { found, selected: null, stop: null } : { found });
        },
        () => {},
      );
    }
    if (isOpen(job)) return;
    session.set({ found: null });
    if (!wasOpen || !job.result?.plan) return;
    void announce(job.result.plan);
  };
  /** Opens the plan that a search made, unless somebody is busy here. */
  const announce = async (/** @type {string} */ result) => {
    const found = await api.plan(result).catch(() => null);
    if (session.isClosed) return;
    const legs = found?.figures.overloaded_legs || 0,
      { name } = session.values.state;
    const broken = found?.figures.rules.length || 0,
      rules = broken ? ` It breaks ${counted(broken, "rule")} for lines: see the figures.` : "";
    const full = `With ${counted(found?.figures.vehicles || 0, "vehicle")}, vehicles are too full on ${counted(legs, "leg")}; Fleet sizes shows what more vehicles bring.`;
    if (editedAt === session.values.state.revision && document.querySelector("dialog[open]") === null) {
      go(`#/plan/${result}`);
      offer(
        legs
          ? `The result of the search is open. ${full}${rules} ${name} is still there, unchanged.`
          : `The improved plan is open.${rules} ${name} is still there, unchanged.`,
        [
          { label: "Compare", act: () => go(`#/compare/${id},${result}`) },
          { label: `Back to ${shortened(name, 30)}`, act: () => go(`#/plan/${id}`) },
        ],
      );
    } else {
      offer(`The search from this plan is done; the result is a new plan.${legs ? ` ${full}` : ""}`, [
        { label: "Open", act: () => go(`#/plan/${result}`) },
        { label: "Compare", act: () => go(`#/compare/${id},${result}`) },
      ]);
    }
  };
  session.watch(["job"], () => {
    const { job } = session.values;
    byId("job-panel").hidden = !job;
    if (job && byId("job-panel").dataset.job !== job.id) byId("side-top").scrollTop = 0;
    byId("job-panel").dataset.job = job?.id || "";
    fill(
      byId("job-panel"),
      job
        ? jobCard(job, {
            open: go,
            here: id,
            point: job.id === front.job ? Number(front.point) : undefined,
            changed: () => {
              if (job && !isOpen(job)) session.set({ job: null });
            },
          })
        : null,
    );
  });
  // A plot of fleet sizes stays where it was asked for, and beside the plans that its points opened.
  const { jobs } = workspace();
  const shown =
    jobs.find(job => job.plan === id && isOpen(job)) ||
    jobs.find(job => job.id === front.job && job.kind === "front") ||
    // What a search had to change about its start is read beside its result.
    jobs.find(job => job.result?.plan === id && job.notes?.length) ||
    jobs
      .filter(job => job.plan === id && job.result?.points?.length)
      .sort((a, b) => b.id.localeCompare(a.id, undefined, { numeric: true }))[0];
  if (shown) follow(shown);

  return {
    session,
    map,
    toolbar,
    follow,
    title: () => session.values.state.name,
    key: (/** @type {KeyboardEvent} */ event) => toolbar.key(event),
    close: () => {
      map.tool?.close?.();
      map.close();
      session.close();
    },
  };
};

/** @param {Session} session @param {string} city @param {(path: string) => void} go @param {(job: Job) => void} follow */
const showHead = (session, city, go, follow) => {
  const id = session.values.state.id;
  const savedWords = () => {
    const { busy, connected } = session.values;
    return !connected ? "not connected" : busy ? "computing…" : "saved";
  };
  session.watch(["state", "refusals"], () => {
    const { state } = session.values;
    const name = nameField({
      value: state.name,
      most: 80,
      label: "Name of the plan",
      className: "plan-name",
      "data-testid": "plan-name",
      "data-key": "plan-name",
      title: "Click to rename",
      save: text => void session.change(() => api.renamePlan(id, text), "Rename the plan"),
    });
    document.title = `${state.name} – Routewright`;
    fill(
      byId("head-middle"),
      make("h1", { className: "unseen" }, `${state.name}, ${city}`),
      make("span", { className: "crumb" }, city),
      make("span", { className: "crumb", "aria-hidden": "true" }, "›"),
      name,
      make("span", { className: "saved quiet", id: "saved", "data-testid": "saved" }, savedWords()),
    );
  });
  session.watch(["busy", "connected"], () => {
    byId("saved").textContent = savedWords();
    byId("saved").classList.toggle("problem", !session.values.connected);
  });
  const copy = async () => {
    try {
      const { state } = session.values;
      const made = await api.newPlan({ city: state.city, name: `${state.name}, copy`, from: { plan: id } });
      rememberOrigin(made.id, id);
      if (session.isClosed) return;
      go(`#/plan/${made.id}`);
      offer(`This is a copy of ${state.name}; ${state.name} itself stays as it is.`, [
        { label: `Back to ${shortened(state.name, 30)}`, act: () => go(`#/plan/${id}`) },
      ]);
    } catch (error) {
      session.refused(error);
    }
  };
  fill(
    byId("head-actions"),
    make(
      "a",
      { className: "button", href: `#/compare/${encodeURIComponent(id)}`, "data-testid": "compare-link" },
      "Compare",
    ),
    make(
      "button",
      {
        type: "button",
        "data-testid": "copy-plan",
        title: "Try something else without losing this plan",
        onclick: () => void copy(),
      },
      "Copy plan",
    ),
    exportMenu(session),
    make(
      "button",
      {
        type: "button",
        "data-testid": "front-open",
        title: "What do more or fewer vehicles bring?",
        onclick: () => openSearch(session, askForFront, follow),
      },
      "Fleet sizes…",
    ),
    make(
      "button",
      {
        type: "button",
        className: "primary",
        "data-testid": "improve-open",
        onclick: () => openSearch(session, askToImprove, follow),
      },
      "Improve this plan",
    ),
  );
};

/** @param {Session} session @param {typeof askToImprove} ask @param {(job: Job) => void} follow */
const openSearch = (session, ask, follow) => {
  const { job, state } = session.values;
  if (job && isOpen(job))
    return warn("A search from this plan is running.", "Stop it first, or wait until it is done.");
  if (!state.lines.length) return warn("This plan has no line to start from.", sentence("draw a line first"));
  ask(session, follow);
};

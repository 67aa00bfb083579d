// The page as a whole: which part is shown, what the server reports, which keys do what.

import { ApiError, api, connection, listenToServer } from "./api.js";
import { leaveNotes, settle, warn } from "./announce.js";
import { byId, fill, make } from "./dom.js";
import { counted, sentence, shortened } from "./format.js";
import { rememberOrigin } from "./origins.js";
import { openPlan } from "./plan_page.js";
import { showCompare } from "./compare_page.js";
import { showShortcuts } from "./shortcuts.js";
import { showStart } from "./start_page.js";
import { askForPlan } from "./start/new_plan.js";

/** @typedef {Awaited<ReturnType<typeof openPlan>>} PlanPage */

/** @type {import("./types.js").Workspace} */
let workspace = { folder: "", version: "", cities: [], plans: [], jobs: [] };
/** @type {PlanPage | null} */
let plan = null;
let visits = 0;
/** The server did not answer when the page was opened. */
let isUnreached = false;
/** @type {Map<string, string>} Plans by the point of a plot that they were made from. */
const fromPoint = new Map();

const load = async () => {
  workspace = await api.workspace();
};
const reload = async () => {
  await load();
  if (place()[0] === "") showStart(workspace, reload);
};
/** Where we are: the words after `#/`. */
const place = () => location.hash.replace(/^#\/?/, "").split("/").map(decoded);
/** An address that cannot be decoded names nothing: the server says so. @param {string} part */
const decoded = part => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const show = (/** @type {"start" | "plan" | "compare"} */ name) => {
  for (const page of ["start", "plan", "compare"]) byId(page).hidden = page !== name;
  // What is not shown is not there.
  for (const page of ["start", "compare"]) if (page !== name) fill(byId(page));
  document.body.dataset.page = name;
};

const visit = async () => {
  const visitNumber = ++visits,
    [kind, id, ...rest] = place();
  plan?.close();
  plan = null;
  isUnreached = false;
  leaveNotes();
  document.querySelectorAll("dialog[open]").forEach(dialog => dialog.remove());
  fill(byId("head-middle"));
  fill(byId("head-actions"));
  try {
    await load();
    if (visitNumber !== visits) return;
    if (kind === "plan" && id) {
      show("plan");
      const isCurrent = () => visitNumber === visits;
      const opened = await openPlan(id, () => workspace, { job: rest[0], point: rest[1] }, isCurrent);
      if (opened) plan = opened;
    } else if (kind === "compare") {
      show("compare");
      await showCompare(
        (id || "").split(",").filter(part => part),
        workspace,
        rest[0],
        () => visitNumber === visits,
      );
    } else if (kind === "front" && id) {
      const made = await planOf(id, Number(rest[0]));
      if (visitNumber === visits) location.replace(`#/plan/${made}/${id}/${rest[0]}`);
    } else {
      show("start");
      showStart(workspace, reload);
      if (kind === "new")
        askForPlan(workspace, id, path => {
          location.hash = path;
        });
    }
    keepFocus();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (visitNumber !== visits) return;
    isUnreached = error.status === 0;
    show("start");
    fill(
      byId("start"),
      make(
        "div",
        { className: "empty large", "data-testid": "page-problem" },
        make(
          "h1",
          null,
          error.status === 401 ? "A token is needed" : error.status === 404 ? "Not found" : "Something is wrong",
        ),
        make("p", null, sentence(error.message)),
        error.help ? make("p", { className: "quiet" }, sentence(error.help)) : null,
        make("a", { className: "button", href: "#/" }, "All plans"),
      ),
    );
  }
};
/** Where what had the focus is gone with its page, the Tab key goes on at the top of this one. */
const keepFocus = () => {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body || !focused.checkVisibility()) byId("main").focus({ preventScroll: true });
};

/** @param {string} id */
const jobOf = id => workspace.jobs.find(job => job.id === id);

/** What a plan of a point is called: the plan that the search started from, with its number of vehicles. @param {import("./types.js").Job | undefined} job @param {number} point */
const pointName = (job, point) => {
  const start = workspace.plans.find(({ id }) => id === job?.plan)?.name || job?.name || "Fleet sizes";
  const vehicles = job?.result?.points?.find(one => one.point === point)?.vehicles;
  return `${shortened(start, 60)}, ${vehicles === undefined ? `network ${point + 1}` : counted(vehicles, "vehicle")}`;
};

/** The network of a point as a plan: who comes back to a point finds its plan again, unless it was edited. @param {string} job @param {number} point */
const planOf = async (job, point) => {
  const key = `${job}/${point}`,
    known = workspace.plans.find(({ id, revision }) => id === fromPoint.get(key) && revision === 0);
  if (known) return known.id;
  const made = await api.newPlan({
    city: jobOf(job)?.city || "",
    name: pointName(jobOf(job), point),
    from: { job, point },
  });
  rememberOrigin(made.id, jobOf(job)?.plan);
  fromPoint.set(key, made.id);
  return made.id;
};

window.addEventListener("hashchange", () => void visit());

listenToServer({
  job: job => {
    const at = workspace.jobs.findIndex(({ id }) => id === job.id);
    if (at < 0) workspace.jobs.push(job);
    else workspace.jobs[at] = job;
    if (plan && job.plan === plan.session.values.state.id) plan.follow(job);
    if (place()[0] === "") showStart(workspace, reload);
  },
  plan: ({ id, revision }) => {
    if (plan && plan.session.values.state.id === id) void plan.session.refresh(revision);
  },
  // Also what a page that fell behind is told.
  workspace: () => {
    void reload().catch(() => {});
    void plan?.session.refresh();
  },
  again: () => {
    if (isUnreached) return void visit();
    void reload().catch(() => {});
    if (plan) void plan.session.refresh();
  },
});
connection.watch(["isUp"], () => {
  const { isUp } = connection.values;
  byId("offline").hidden = isUp;
  plan?.session.set({ connected: isUp });
  if (isUp) settle();
});

// A line that is half drawn is nowhere but on this page.
window.addEventListener("beforeunload", event => {
  if (plan?.map.tool?.isStarted?.()) event.preventDefault();
});

// Keys act on the plan unless somebody types.
document.addEventListener("keydown", event => {
  if (!plan || document.querySelector("dialog[open]")) return;
  const { target } = event;
  const types =
    (target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "range") ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  const presses =
    target instanceof HTMLButtonElement ||
    target instanceof HTMLAnchorElement ||
    (target instanceof HTMLElement && target.tagName === "SUMMARY");
  const menu = document.querySelector("details.menu[open]");
  if (event.key === "Escape" && menu) return closeMenu(menu);
  if (event.key === "Escape" ? types && target.role !== "combobox" : types || (presses && event.key === "Enter")) {
    // In an empty search field, Enter, Backspace and Ctrl+Z mean the line.
    if (!(
      target instanceof HTMLInputElement &&
      target.dataset.testid === "add-stop" &&
      !target.value &&
      (["Enter", "Backspace"].includes(event.key) || event.ctrlKey || event.metaKey)
    ))
      return;
  }
  if (event.key === "?") showShortcuts();
  else if (!plan.key(event)) return;
  event.preventDefault();
});

// On narrow screens the panels are tabs below the map.
const tabs = document.querySelectorAll(".tabs [data-tab]");
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    byId("plan").dataset.tab = tab.getAttribute("data-tab");
    tabs.forEach(other => other.setAttribute("aria-pressed", String(other === tab)));
  });
}
/** @param {Element} menu */
const closeMenu = menu => {
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
};
// A click beside an open menu closes it.
document.addEventListener("pointerdown", event => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  }
});
// For tests and measurements.
Object.defineProperty(window, "planner", { get: () => ({ plan, workspace }) });
window.addEventListener("unhandledrejection", event =>
  warn(`Something went wrong: ${event.reason?.message || event.reason}`),
);

void visit();

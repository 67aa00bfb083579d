// Requests to the server.

import { Store } from "./store.js";

/** @typedef {import("./types.js").PlanState} PlanState */
/** @typedef {import("./types.js").Edit} Edit */

/** Whether the server answers. */
export const connection = new Store({ isUp: true });
/** Milliseconds until the next try. */
const RETRY = 1500;

/** A request that was refused: what is wrong, and what to do about it. */
export class ApiError extends Error {
  /** @param {number} status @param {{ error?: string, help?: string, state?: PlanState }} body */
  constructor(status, body) {
    super(body.error || `the server answered with status ${status}`);
    this.status = status;
    this.help = body.help || "";
    /** The plan as it is now, where somebody else changed it. */
    this.state = body.state || null;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
const request = async (method, path, body, signal) => {
  const isFile = body instanceof Blob;
  const headers = method === "GET" ? {} : { "Content-Type": isFile ? "application/octet-stream" : "application/json" };
  let response;
  try {
    const sent = method === "GET" ? undefined : isFile ? body : JSON.stringify(body ?? {});
    response = await fetch(path, {
      method,
      headers: /** @type {Record<string, string>} */ (headers),
      body: sent,
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.set({ isUp: false });
    throw new ApiError(0, { error: "the server does not answer", help: "is `routewright serve` still running?" });
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
};

const plan = (/** @type {string} */ id) => `/api/plans/${encodeURIComponent(id)}`;
const job = (/** @type {string} */ id) => `/api/jobs/${encodeURIComponent(id)}`;

export const api = {
  /** @returns {Promise<import("./types.js").Workspace>} */
  workspace: () => request("GET", "/api/workspace"),
  /** @param {string} id @returns {Promise<import("./types.js").CityMap>} */
  map: id => request("GET", `/api/cities/${encodeURIComponent(id)}/map`),
  /** @param {{ city: string, name: string, from: any }} asked @returns {Promise<PlanState>} */
  newPlan: asked => request("POST", "/api/plans", asked),
  /** @param {string} id @returns {Promise<PlanState>} */
  plan: id => request("GET", plan(id)),
  /** @param {string} id @param {string} name @returns {Promise<PlanState>} */
  renamePlan: (id, name) => request("PATCH", plan(id), { name }),
  /** @param {string} id */
  deletePlan: id => request("DELETE", plan(id)),
  /** @param {string} id @param {number} revision @param {Edit} edit @returns {Promise<PlanState>} */
  edit: (id, revision, edit) => request("POST", plan(id) + "/edits", { revision, edit }),
  /** @param {string} id @param {Edit} edit @param {AbortSignal} [signal] @returns {Promise<{ line: import("./types.js").Preview | null, problem?: string }>} */
  preview: (id, edit, signal) => request("POST", plan(id) + "/preview", { edit }, signal),
  /** @param {string} id @param {number} revision @param {object} change @returns {Promise<PlanState>} */
  steps: (id, revision, change) => request("POST", plan(id) + "/steps", { revision, ...change }),
  /** @param {string} id @param {number} node @returns {Promise<import("./types.js").Reach>} */
  reach: (id, node) => request("GET", `${plan(id)}/reach?node=${node}`),
  /** @param {string} id @param {string} against @returns {Promise<import("./types.js").Gains>} */
  gains: (id, against) => request("GET", `${plan(id)}/gains?against=${encodeURIComponent(against)}`),
  /** @param {string[]} ids @returns {Promise<import("./types.js").Comparison>} */
  compare: ids => request("GET", `/api/compare?plans=${ids.map(encodeURIComponent).join(",")}`),
  /** @param {object} asked @returns {Promise<import("./types.js").Job>} */
  newJob: asked => request("POST", "/api/jobs", asked),
  /** @param {string} id @returns {Promise<import("./types.js").Job>} */
  job: id => request("GET", job(id)),
  /** @param {string} id @returns {Promise<import("./types.js").Job>} */
  stopJob: id => request("POST", job(id) + "/stop", {}),
  /** @param {string} id */
  deleteJob: id => request("DELETE", job(id)),
  /** @param {string} id @returns {Promise<{ lines: import("./types.js").Line[], courses: import("./types.js").CourseSteps }>} */
  jobNetwork: id => request("GET", job(id) + "/network"),
  /** @param {string} name @param {Blob} file @returns {Promise<{ name: string, bytes: number }>} */
  upload: (name, file) => request("PUT", `/api/uploads/${encodeURIComponent(name)}`, file),
  /** @param {string} name */
  deleteUpload: name => request("DELETE", `/api/uploads/${encodeURIComponent(name)}`),
};

/** Where a plan's file is fetched. @param {string} id @param {string} file */
export const exportLink = (id, file) => `${plan(id)}/export/${file}`;
/** The page for a council. @param {string[]} ids */
export const councilLink = ids => `/compare.html?plans=${ids.map(encodeURIComponent).join(",")}`;

/**
 * @typedef {object} Listener  `again`: events may have been missed
 * @property {(job: import("./types.js").Job) => void} job
 * @property {(change: { id: string, revision: number }) => void} plan
 * @property {() => void} workspace
 * @property {() => void} again
 */
/**
 * What the tabs of this browser tell each other: the one that listens passes events on, the others ask it. `doubt`: a
 * request failed, the stream may be dead; `retry`: somebody waits for the server; `hello`: a tab was opened.
 * @typedef {{ tell: keyof Listener, data?: any } | { isUp: boolean } | { ask: "hello" | "doubt" | "retry" }} Note
 */
/** The lock of the tab that listens, and the channel between tabs. */
const SHARED = "routewright-events";

/**
 * Listens to what the server reports. A browser opens six connections to a server at most, and a stream keeps one: so
 * only one tab has a stream, and passes on what it hears. Where a browser cannot do that, each tab listens.
 * @param {Listener} listener
 */
export const listenToServer = listener => {
  const tell = (/** @type {keyof Listener} */ name, /** @type {any} */ data) => listener[name](data);
  if (!navigator.locks || !window.BroadcastChannel) {
    const stream = openStream({ tell, isUp: isUp => connection.set({ isUp }) });
    // Where a request failed, a fresh stream tells whether the server is back.
    connection.watch(["isUp"], () => {
      if (!connection.values.isUp) stream.doubt();
    });
    return;
  }
  const channel = new BroadcastChannel(SHARED);
  const pass = (/** @type {Note} */ note) => channel.postMessage(note);
  /** @type {ReturnType<typeof openStream> | null} */
  let stream = null;
  /** Opens the stream for all tabs, and keeps the lock as long as this tab is there. @param {boolean} missed */
  const lead = missed => {
    stream = openStream(
      {
        tell: (name, data) => {
          pass({ tell: name, data });
          tell(name, data);
        },
        isUp: isUp => {
          pass({ isUp });
          connection.set({ isUp });
        },
      },
      missed,
    );
    return new Promise(() => {});
  };
  channel.addEventListener("message", ({ data: /** @type {any} */ note }) => {
    if (note.tell) return tell(note.tell, note.data);
    if (note.isUp !== undefined) return connection.set({ isUp: note.isUp });
    if (!stream) return;
    if (note.ask === "doubt") stream.doubt();
    else if (note.ask === "retry") stream.retry();
    else pass({ isUp: connection.values.isUp });
  });
  // Timers of a tab in the background are slow: who sees the page asks.
  const wait = () => {
    if (stream || connection.values.isUp) return;
    if (!document.hidden) pass({ ask: "retry" });
    setTimeout(wait, RETRY);
  };
  connection.watch(["isUp"], () => {
    if (connection.values.isUp) return;
    if (stream) return stream.doubt();
    pass({ ask: "doubt" });
    setTimeout(wait, RETRY);
  });
  void navigator.locks.request(SHARED, { ifAvailable: true }, lock => {
    if (lock) return lead(false);
    pass({ ask: "hello" });
    // The tab that listened is gone: what happened until this one listens was missed.
    void navigator.locks.request(SHARED, () => lead(true));
  });
};

/**
 * The server's stream of events, opened again whenever it breaks.
 * @param {{ tell: (name: keyof Listener, data?: any) => void, isUp: (isUp: boolean) => void }} to
 * @param {boolean} [missed] whether events were missed before
 */
const openStream = (to, missed = false) => {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next = undefined;
  const listen = () => {
    clearTimeout(next);
    source = new EventSource("/api/events");
    source.addEventListener("open", () => {
      to.isUp(true);
      if (missed) to.tell("again");
      missed = false;
    });
    source.addEventListener("error", () => void broken());
    source.addEventListener("job", event => to.tell("job", JSON.parse(event.data)));
    source.addEventListener("plan", event => to.tell("plan", JSON.parse(event.data)));
    source.addEventListener("workspace", () => to.tell("workspace"));
  };
  const broken = async () => {
    if (!source) return;
    missed = true;
    source.close();
    source = null;
    next = setTimeout(listen, RETRY);
    // A server that refuses to report (a token is needed) is there all the same.
    const answers = await fetch("/api/workspace").then(
      () => true,
      () => false,
    );
    to.isUp(answers);
  };
  listen();
  return {
    /** The server may be gone. */
    doubt: () => void broken(),
    /** Does not wait for the next try. */
    retry: () => {
      if (!source) listen();
    },
  };
};

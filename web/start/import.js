// Asks for the files of a city and hands them over.

import { api } from "../api.js";
import { InputProblem, field, numberInput, openDialog } from "../dialog.js";
import { make } from "../dom.js";

/** What was asked last, for those who have to ask again. @type {{ job: string | null, inputs: HTMLInputElement[] }} */
let last = { job: null, inputs: [] };

/**
 * A name under which no other file was uploaded, of letters that every server takes. It ends with what is left of the
 * person's own name: messages about the file show that part.
 * @param {string} role @param {string} own
 */
const storedName = (role, own) => {
  const random = [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, "0"));
  const plain = own
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_.]+/g, "-")
    .replace(/-*\.[-.]*/g, ".");
  const [, stem, ending] = plain.match(/^(.*)\.([A-Za-z0-9]+)$/) || ["", plain, ""];
  const name = stem.slice(0, 40).replace(/^[-.]+|[-.]+$/g, "") || role;
  return `${role}-${random.join("")}-${name}${ending ? `.${ending.slice(0, 10)}` : ""}`;
};

/** What the name of a city is made of: it names a folder, too. */
const NAME_WORDS = "Letters a to z, digits, - and _, without spaces or accents; it starts with a letter or digit.";

/** A name that is allowed, close to what was written. @param {string} text */
const plainName = text =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+|-+$/g, "") || "my-city";

/** @param {import("../types.js").Job[]} jobs @param {() => void} started */
export const askForImport = (jobs, started) => {
  const file = (/** @type {string} */ testid, /** @type {string} */ accept, many = false) =>
    make("input", { type: "file", accept, multiple: many, "data-testid": testid });
  const name = make("input", {
    type: "text",
    required: true,
    maxLength: 40,
    pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*",
    placeholder: "my-city",
    "data-testid": "import-city",
  });
  name.addEventListener("input", () =>
    name.setCustomValidity(name.validity.patternMismatch ? `${NAME_WORDS} For example: ${plainName(name.value)}` : ""),
  );
  const zones = file("import-zones", ".csv,.geojson,.json,.gpkg"),
    streets = file("import-streets", ".pbf");
  const feeds = file("import-feeds", ".zip", true),
    fixed = file("import-fixed", ".zip", true),
    trips = file("import-trips", ".csv,.omx");
  const productions = make("input", { type: "text", value: "population" }),
    attractions = make("input", { type: "text", value: "jobs" });
  const perProduction = numberInput({ min: "0", step: "any", required: false, placeholder: "usual" });
  const merge = numberInput({ min: "0", step: "any", required: false, placeholder: "usual" });
  const inputs = [name, zones, streets, feeds, fixed, trips, productions, attractions, perProduction, merge];
  const isDone = jobs.some(job => job.id === last.job && job.state === "done");
  if (!isDone) last.inputs.forEach((old, at) => refill(inputs[at], old));
  const asked = last.job;
  last = { job: null, inputs };
  const progress = make("progress", { max: 1, value: 0, hidden: true, "aria-label": "Uploading" });
  const words = make("p", { className: "quiet", role: "status" });
  openDialog({
    title: "Import a city",
    testid: "import",
    action: "Upload and import",
    fields: [
      make(
        "p",
        null,
        "Zones with people and jobs, and streets from OpenStreetMap, are needed; timetables and trips are welcome. The account afterwards says what was left out and why.",
      ),
      field("Name of the city", name, NAME_WORDS, true),
      field(
        "Zones",
        zones,
        "Where people live and work: CSV with id, lon, lat and columns of numbers, GeoJSON, or a GeoPackage. The columns of people and jobs are named below.",
        true,
      ),
      make(
        "div",
        { className: "two" },
        field("Column of people", productions, "in the file of zones"),
        field("Column of jobs", attractions, "in the file of zones"),
      ),
      field("Streets", streets, "OpenStreetMap extract (.osm.pbf).", true),
      field(
        "Timetables of the lines to redesign",
        feeds,
        "GTFS (.zip), one or more. They become today’s network. Optional.",
      ),
      make(
        "details",
        null,
        make("summary", null, "More files and settings"),
        field("Fixed lines", fixed, "GTFS (.zip) of lines that stay, such as a metro."),
        field(
          "Trips",
          trips,
          "Trips between zones, CSV with from, to and trips, or an OMX matrix. Without it, trips are estimated from people and jobs.",
        ),
        make(
          "div",
          { className: "two" },
          field("Trips per person", perProduction),
          field("Merge stops within metres", merge),
        ),
      ),
      progress,
      words,
    ],
    send: async () => {
      const [zone, street] = [zones.files?.[0], streets.files?.[0]];
      if (!zone) throw new InputProblem("choose a file of zones");
      if (!street) throw new InputProblem("choose a file of streets");
      const all = [zone, street, ...(feeds.files || []), ...(fixed.files || []), ...(trips.files || [])];
      let done = 0;
      progress.hidden = false;
      /** @type {string[]} */
      const sent = [];
      const upload = async (/** @type {string} */ role, /** @type {File} */ one) => {
        words.textContent = `Uploading ${one.name} …`;
        const { name: stored } = await api.upload(storedName(role, one.name), one);
        sent.push(stored);
        progress.value = ++done / all.length;
        return stored;
      };
      const uploads = async (/** @type {string} */ role, /** @type {FileList | null} */ list) => {
        const stored = [];
        for (const one of list || []) stored.push(await upload(role, one));
        return stored;
      };
      const value = (/** @type {HTMLInputElement} */ input) => (input.value === "" ? null : Number(input.value));
      try {
        const files = {
          zones: await upload("zones", zone),
          streets: await upload("streets", street),
          feeds: await uploads("feed", feeds.files),
          fixed_feeds: await uploads("fixed", fixed.files),
          trips: (await uploads("trips", trips.files))[0] || null,
        };
        const job = await api.newJob({
          kind: "import",
          city: name.value.trim(),
          files,
          productions: productions.value.trim(),
          attractions: attractions.value.trim(),
          trips_per_production: value(perProduction),
          merge_metres: value(merge),
        });
        last.job = job.id;
        forgetFailed(jobs, asked, job);
      } catch (error) {
        // No import uses them.
        for (const stored of sent) void api.deleteUpload(stored).catch(() => {});
        throw error;
      } finally {
        words.textContent = "";
        progress.hidden = true;
        progress.value = 0;
      }
      started();
    },
  });
};

/** A new attempt takes the place of those that failed. @param {import("../types.js").Job[]} jobs @param {string | null} asked the attempt before @param {import("../types.js").Job} attempt that may have failed by now, too */
const forgetFailed = (jobs, asked, attempt) => {
  for (const { id, kind, state, city } of jobs)
    if (id !== attempt.id && kind === "import" && state === "failed" && (id === asked || city === attempt.city))
      void api.deleteJob(id).catch(() => {});
};

/** Chosen files stay chosen, and texts stay written. @param {HTMLInputElement} input @param {HTMLInputElement} old */
const refill = (input, old) => {
  if (input.type === "file") input.files = old.files;
  else input.value = old.value;
};

/** A message with the person's own names of files. @param {string} text */
export const ownNames = text => text.replace(/\b(zones|streets|feed|fixed|trips)-[0-9a-f]{12}-/g, "");

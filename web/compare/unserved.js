// When the parts of two trips do not compare: where plans leave different trips unserved.

import { make } from "../dom.js";
import { counted, number } from "../format.js";

/**
 * What is compared: a plan, or today's network, with its value in every row.
 * @typedef {{ id: string, name: string, values: (number | null)[], figures: import("../types.js").Figures | null }} Column
 */

/** Rows of what a trip consists of: trips that nobody makes have none of it. */
const PARTS = new Set(["Walking", "Waiting", "Riding", "Changing", "Changes"]);
/** Share of all trips that makes a difference. */
const NOTICED = 0.01;

/** Whether two plans leave so different numbers of trips unserved that the parts of their trips do not compare. @param {Column} column @param {Column} base */
const differs = ({ figures }, { figures: than }) =>
  figures !== null && than !== null && Math.abs(figures.unserved_trips - than.unserved_trips) > NOTICED * than.trips;

/** Whether a difference in a row is better or worse at all. @param {string} label of the row @param {Column} column @param {Column} base */
export const isJudged = (label, column, base) => !PARTS.has(label) || !differs(column, base);

/** Why parts of trips are not called better or worse. @param {Column[]} columns @param {Column} base @returns {Node | null} */
export const unservedNote = (columns, base) => {
  const noted = columns.filter(column => differs(column, base));
  if (!noted.length) return null;
  const words = [base, ...noted].map(
    ({ name, figures }) =>
      `${name} leaves ${number(figures?.unserved_trips)} of ${counted(figures?.trips ?? 0, "trip")} per hour unserved`,
  );
  return make(
    "p",
    { className: "unserved-note", "data-testid": "unserved-note" },
    `${words.join("; ")}. Walking, waiting, riding and changing are means over all trips, and unserved trips have none ` +
      "of them: where plans leave different trips unserved, these rows are not called better or worse. The mean trip " +
      "counts an unserved trip as a very long one.",
  );
};

// Figures in words. What is shown is rounded here and nowhere else.

/** @param {number} value @param {number} digits */
const rounded = (value, digits) => (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits)) / 10 ** digits || 0;

/** @param {number | null | undefined} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value === null || value === undefined
    ? "–"
    : rounded(value, digits).toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {number | null | undefined} value */
export const percent = value => (value === null || value === undefined ? "–" : number(value * 100, 0) + " %");

/** A share of a whole, never shown as none or all where it is not. @param {number} value */
export const share = value =>
  value > 1e-9 && value < 0.005
    ? "under 1 %"
    : value < 1 - 1e-9 && value >= 0.995
      ? "over 99 %"
      : percent(Math.abs(value));

/** A count with its noun. @param {number} count @param {string} noun */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** @param {number | null | undefined} headway */
export const every = headway => (headway ? `every ${number(headway, headway % 1 ? 1 : 0)} min` : "does not run");

/** @param {number} seconds */
export const duration = seconds =>
  seconds < 90 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

/** When something was, for people. @param {number} unix seconds */
export const ago = unix => {
  const seconds = Date.now() / 1000 - unix;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.round(seconds / 3600)} h ago`;
  return new Date(unix * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
};

/** Text that starts with the name of a file, such as `zones.csv:3: ...`: the name stays as it is. */
const FILE_FIRST = /^[^\s:]*\.\w+(:|\s)/;

/** @param {string} text */
export const sentence = text => {
  if (!text) return "";
  const start = FILE_FIRST.test(text) ? text[0] : text[0].toUpperCase();
  return start + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
};

/** A long name without its middle: names that start alike stay apart. @param {string} name @param {number} [most] letters */
export const shortened = (name, most = 16) => {
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${letters
    .slice(0, most - 1 - end)
    .join("")
    .trimEnd()}…${letters.slice(-end).join("").trimStart()}`;
};

/** Digits that show a difference between figures that are shown with one digit. @param {number} now @param {number} then */
export const digitsFor = (now, then) => (Math.abs(now - then) < 0.0999 && rounded(now - then, 2) ? 2 : 1);

/**
 * A difference with its sign, or nothing where a figure is not known. It is that of the figures as they are shown;
 * what is too small for the one digit that they have is shown with two.
 * @param {number | null | undefined} now @param {number | null | undefined} then @param {number} digits
 */
export const difference = (now, then, digits) => {
  if (now === null || now === undefined || then === null || then === undefined) return null;
  const finer = digits === 1 ? digitsFor(now, then) : digits;
  const change =
    finer > digits ? rounded(now - then, finer) : rounded(rounded(now, digits) - rounded(then, digits), digits);
  return { change, text: change === 0 ? "±0" : (change > 0 ? "+" : "−") + number(Math.abs(change), finer) };
};

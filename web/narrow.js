// Phones show and compare; editing on the map needs a larger screen.

/** The same width as in planner.css. */
const NARROW = window.matchMedia("screen and (max-width: 760px)");
export const isNarrow = () => NARROW.matches;

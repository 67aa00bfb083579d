// The list of lines: how often they run, what they need, what they carry, and everything one can do with one.

import { every, number, shortened } from "../format.js";
import { fill, lineSample, make, svg } from "../dom.js";
import { headwaySlider } from "./headway.js";
import { lineDetails } from "./line_details.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../tools/tool.js").Desk} Desk */

/** Lines that need a filter. */
const MANY = 12;

/** @param {HTMLElement} panel @param {Desk} desk */
export const showLines = (panel, desk) => {
  const { session } = desk;
  const filter = make("input", {
    type: "search",
    className: "filter",
    placeholder: "Filter lines…",
    "aria-label": "Filter lines",
    "data-testid": "filter-lines",
    "data-key": "filter",
  });
  // The list is one stop of the Tab key; arrows go from line to line, and from a line to its eye.
  const focus = { at: /** @type {number | null} */ (null) };
  const show = () => {
    const { state, hidden, map, found } = session.values;
    const text = filter.value.trim().toLowerCase(),
      all = inOrder(state.lines);
    const listed = all.filter(line => matches(line, text));
    filter.hidden = all.length < MANY;
    if (!listed.some(line => line.id === focus.at))
      focus.at = session.selectedLine?.id ?? (listed.length ? listed[0].id : null);
    fill(
      panel,
      make(
        "div",
        { className: "panel-head" },
        make("h2", null, `Lines (${all.length})`),
        all.length > 1
          ? make(
              "button",
              {
                type: "button",
                className: "plain small",
                "data-key": "all-visible",
                onclick: () => session.set({ hidden: hidden.size ? new Set() : new Set(all.map(line => line.id)) }),
              },
              hidden.size ? "Show all" : "Hide all",
            )
          : null,
      ),
      found
        ? make(
            "p",
            { className: "quiet" },
            "The map shows the best network of the running search. The lines below are those of this plan.",
          )
        : null,
      filter,
      all.length
        ? make(
            "ul",
            {
              className: "lines",
              "data-testid": "lines",
              "aria-label": "Lines. Arrows up and down go from line to line, arrow right to the button that hides it.",
              onkeydown: moveFocus,
              onfocusin: (/** @type {FocusEvent} */ event) => keepFocus(event, focus),
            },
            ...listed.map(line => row(desk, line, line.id === focus.at)),
          )
        : emptyState(desk),
      all.length && !listed.length ? make("p", { className: "quiet" }, "No line of that name.") : null,
      map.fixed.length ? fixedLines(map.fixed) : null,
    );
    // The chosen line comes into view in the list as well.
    const chosen = panel.querySelector("li.selected");
    if (chosen && chosen.getBoundingClientRect().bottom > panel.getBoundingClientRect().bottom)
      chosen.scrollIntoView({ block: "nearest" });
    if (chosen && chosen.getBoundingClientRect().top < panel.getBoundingClientRect().top)
      chosen.scrollIntoView({ block: "nearest" });
  };
  filter.addEventListener("input", show);
  session.watch(["selected"], () => {
    // Who chooses a line on the map wants to see it in the list.
    const line = session.selectedLine;
    if (line && !matches(line, filter.value.trim().toLowerCase())) filter.value = "";
  });
  session.watch(["state", "selected", "hidden", "refusals"], show);
  let isSearching = Boolean(session.values.found);
  session.watch(["found"], () => {
    if (isSearching === Boolean(session.values.found)) return;
    isSearching = !isSearching;
    show();
  });
};

/** Buttons of the rows: of all, and of one. */
const NAMES = "button.line-name",
  IN_ROW = ".line-row button";

/** The row whose button has the focus is the one that the Tab key finds. @param {FocusEvent} event @param {{ at: number | null }} focus */
const keepFocus = ({ target, currentTarget }, focus) => {
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement) || !target.matches(IN_ROW)) return;
  const row = target.closest("li");
  focus.at = Number(row?.dataset.line);
  for (const button of currentTarget.querySelectorAll(NAMES))
    /** @type {HTMLElement} */ (button).tabIndex = row?.contains(button) ? 0 : -1;
};

/** @param {KeyboardEvent} event */
const moveFocus = event => {
  const { target, currentTarget: list, key } = event;
  if (!(target instanceof HTMLElement) || !(list instanceof HTMLElement) || !target.matches(IN_ROW)) return;
  const rows = [...list.children],
    at = rows.findIndex(row => row.contains(target));
  const column = target.matches(NAMES) ? 0 : 1;
  const aims = {
    ArrowDown: [at + 1, column],
    ArrowUp: [at - 1, column],
    Home: [0, column],
    End: [rows.length - 1, column],
    ArrowRight: [at, 1],
    ArrowLeft: [at, 0],
  }[key];
  if (!aims) return;
  event.preventDefault();
  const button = rows[aims[0]]?.querySelectorAll(IN_ROW)[aims[1]];
  if (button instanceof HTMLElement) button.focus();
};

/** @param {Line} line @param {string} text that the filter asks for, in small letters */
const matches = (line, text) => `${line.name} ${line.between}`.toLowerCase().includes(text);

/** Few lines stay in the order in which they were drawn; many are easier to find by name. @param {Line[]} lines */
const inOrder = lines =>
  lines.length < MANY
    ? lines
    : lines.slice().sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));

/** @param {Desk} desk */
const emptyState = desk =>
  make(
    "div",
    { className: "empty", "data-testid": "no-lines" },
    make("p", null, make("b", null, "No lines yet.")),
    make(
      "p",
      null,
      "Draw a line: click its stops on the map one after another. Riders, vehicles and costs appear at once.",
    ),
    make(
      "button",
      { type: "button", className: "primary", "data-testid": "first-line", onclick: () => desk.use("draw") },
      "Draw the first line",
    ),
  );

/** @param {Desk} desk @param {Line} line @param {boolean} isTabStop */
const row = ({ session, map, use, refresh }, line, isTabStop) => {
  const { selected, hidden } = session.values,
    isSelected = selected === line.id,
    isHidden = hidden.has(line.id);
  const choose = () => {
    session.set({ selected: isSelected ? null : line.id, stop: null });
    if (!isSelected) map.lookAt([line.stops[0], line.stops[line.stops.length - 1]]);
    refresh();
  };
  const toggle = () => {
    const next = new Set(hidden);
    if (!next.delete(line.id)) next.add(line.id);
    session.set({ hidden: next });
  };
  const lit = (/** @type {number | null} */ id) => {
    map.litLine = id;
    map.redraw("lines");
  };
  return make(
    "li",
    {
      className: `${isSelected ? "selected" : ""} ${isHidden ? "off" : ""}`,
      "data-testid": "line",
      "data-line": line.id,
      onpointerenter: () => lit(isHidden ? null : line.id),
      onpointerleave: () => lit(null),
    },
    make(
      "div",
      { className: "line-row" },
      make(
        "button",
        {
          type: "button",
          className: "line-name",
          tabIndex: isTabStop ? 0 : -1,
          "data-key": `line-${line.id}`,
          "aria-expanded": String(isSelected),
          onclick: choose,
        },
        lineSample(line),
        make("b", { title: line.name }, shortened(line.name, 12)),
        make("span", { className: "between", title: line.between }, line.between + (line.one_way ? " →" : "")),
        line.frozen ? make("span", { className: "tag" }, "frozen") : null,
      ),
      make(
        "button",
        {
          type: "button",
          className: "plain",
          tabIndex: -1,
          "data-key": `eye-${line.id}`,
          "aria-pressed": String(isHidden),
          "aria-label": `Hide line ${line.name}`,
          title: isHidden ? "Show on the map" : "Hide on the map",
          onclick: toggle,
        },
        eye(isHidden),
      ),
    ),
    make("p", { className: "line-facts", title: "Boardings per hour" }, facts(line)),
    isSelected ? headwaySlider(session, line) : null,
    isSelected ? lineDetails({ session, map, use, refresh }, line) : null,
  );
};

/** @param {boolean} isClosed */
const eye = isClosed =>
  svg(
    "svg",
    {
      viewBox: "0 0 20 20",
      class: "eye",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.6,
      "aria-hidden": "true",
    },
    svg("path", { d: "M2 10 Q10 2 18 10 Q10 18 2 10 Z" }),
    svg("circle", { cx: 10, cy: 10, r: 2.6, fill: "currentColor" }),
    ...(isClosed ? [svg("path", { d: "M4 17 L16 3" })] : []),
  );

/** @param {Line} line */
const facts = line =>
  [
    every(line.headway),
    line.headway ? `${number(line.vehicles || 0)} veh.` : null,
    line.boardings === null || line.boardings === undefined ? null : `${number(line.boardings)} boardings/h`,
  ]
    .filter(part => part)
    .join(" · ");

/** @param {Line[]} lines */
const fixedLines = lines =>
  make(
    "details",
    { className: "fixed" },
    make("summary", null, `Fixed lines (${lines.length})`),
    make(
      "p",
      { className: "quiet" },
      "Existing lines such as a metro: riders use them; the plan does not change them.",
    ),
    make(
      "ul",
      { className: "plain-list" },
      ...lines.map(line =>
        make(
          "li",
          null,
          lineSample(line),
          ` ${line.name} `,
          make("span", { className: "quiet" }, `${line.between}${line.headway ? `, ${every(line.headway)}` : ""}`),
        ),
      ),
    ),
  );

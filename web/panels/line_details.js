// What one can do with the selected line.

import { counted, number, shortened } from "../format.js";
import { lineSample, make } from "../dom.js";
import { nameField } from "../name_field.js";

/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../tools/tool.js").Desk} Desk */

/** @param {Desk} desk @param {Line} line */
export const lineDetails = (desk, line) => {
  const { session } = desk;
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ testid,
    /** @type {() => void} */ act,
    title = "",
  ) =>
    make(
      "button",
      {
        type: "button",
        className: "small",
        "data-testid": testid,
        "data-key": `${testid}-${line.id}`,
        title,
        onclick: act,
      },
      label,
    );
  const does = (/** @type {string} */ what) => () => void session.edit({ do: what, line: line.id });
  const duplicate = async () => {
    const made = await session.editFor({ do: "duplicate", line: line.id });
    if (made) session.set({ selected: made.id });
  };
  return make(
    "div",
    { className: "line-details" },
    line.timetable
      ? make(
          "p",
          { className: "quiet" },
          "Runs by its agency’s timetable. If you change its route, driving times of the changed part are computed; the rest keeps its timetable.",
        )
      : null,
    make(
      "p",
      { className: "quiet" },
      [
        counted(line.stops.length, "stop"),
        `${number(line.minutes, 0)} min one way`,
        line.peak === null || line.peak === undefined ? "" : `fullest vehicle ${number(line.peak, 0)} riders`,
      ]
        .filter(part => part)
        .join(" · "),
    ),
    make(
      "div",
      { className: "buttons" },
      button("Extend", "extend-line", () => desk.use("extend"), "Add stops at an end"),
      button("Cut", "cut-line", () => desk.use("cut"), "Cut off an end"),
      button("Reverse", "reverse-line", does("reverse"), "Swap first and last stop"),
      button("Duplicate", "duplicate-line", () => void duplicate()),
      button(
        line.frozen ? "Unfreeze" : "Freeze",
        "freeze-line",
        () => void session.edit({ do: "freeze", line: line.id, frozen: !line.frozen }),
        "A search leaves frozen lines as they are",
      ),
      button("Delete", "delete-line", does("delete")),
    ),
    renaming(session, line),
    colours(session, line),
    joining(session, line),
    stops(desk, line),
  );
};

/** @param {import("../session.js").Session} session @param {Line} line */
const renaming = (session, line) =>
  make(
    "label",
    { className: "field" },
    make("span", null, "Name"),
    nameField({
      value: line.name,
      most: 60,
      label: "Name of the line",
      "data-testid": "line-name",
      "data-key": `name-${line.id}`,
      save: name => void session.edit({ do: "rename", line: line.id, name }),
    }),
  );

/** @param {number[]} dashes */
const patternWords = ([dash, , ...more]) => {
  if (dash === undefined) return "solid";
  if (more.length) return "dashes and dots";
  return dash < 2 ? "dots" : dash < 6 ? "dashes" : "long dashes";
};

/** @param {import("../session.js").Session} session @param {Line} line */
const colours = (session, line) =>
  make(
    "details",
    null,
    make("summary", { "data-key": `colours-${line.id}` }, "Colour and pattern"),
    make(
      "div",
      { className: "swatches" },
      ...session.values.map.palette.map((style, at) =>
        make(
          "button",
          {
            type: "button",
            className: "swatch",
            "data-testid": "swatch",
            "data-key": `swatch-${at}`,
            "aria-label": `Style ${at + 1}, ${patternWords(style.dashes)}`,
            title: patternWords(style.dashes),
            "aria-pressed": String(line.style === at),
            onclick: () => void session.edit({ do: "colour", line: line.id, style: at }),
          },
          lineSample(style),
        ),
      ),
    ),
  );

/** Lines that share an end with this one. @param {import("../session.js").Session} session @param {Line} line */
const joining = (session, line) => {
  const ends = (/** @type {Line} */ one) => [one.stops[0], one.stops[one.stops.length - 1]];
  const others = session.values.state.lines.filter(
    other => other !== line && ends(other).some(end => ends(line).includes(end)),
  );
  if (!others.length) return null;
  const choice = make(
    "select",
    { "aria-label": "Join with", "data-testid": "join-with" },
    ...others.map(other => make("option", { value: String(other.id) }, `${shortened(other.name)}, ${other.between}`)),
  );
  return make(
    "div",
    { className: "field joining" },
    make("span", null, "Join with"),
    choice,
    make(
      "button",
      {
        type: "button",
        className: "small",
        "data-testid": "join-line",
        onclick: () => void session.edit({ do: "join", line: line.id, with: Number(choice.value) }),
      },
      "Join",
    ),
  );
};

/** @param {Desk} desk @param {Line} line */
const stops = ({ session, map, use }, line) =>
  make(
    "details",
    null,
    make("summary", { "data-key": `stops-${line.id}` }, `Stops (${line.stops.length})`),
    line.loads?.length
      ? make("p", { className: "quiet" }, "With riders per hour on board from a stop to the one below it.")
      : null,
    make(
      "ol",
      { className: "stops" },
      ...line.stops.map((stop, at) =>
        make(
          "li",
          null,
          make(
            "button",
            {
              type: "button",
              className: "plain",
              "data-key": `stop-${line.id}-${at}`,
              title: "Leave out, split, insert …",
              onclick: () => {
                use("select");
                map.lookAt([stop]);
                session.set({ stop });
              },
            },
            session.nameOf(stop),
          ),
          line.loads?.[at] !== undefined
            ? make(
                "span",
                { className: "quiet", title: `From ${session.nameOf(stop)} to the next stop` },
                ` ${number(line.loads[at])} riders/h ↓`,
              )
            : null,
        ),
      ),
    ),
  );

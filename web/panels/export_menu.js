// Everything that leaves the planner.

import { exportLink } from "../api.js";
import { make } from "../dom.js";

/** File, label, what it is for. */
const FILES = [
  ["gtfs.zip", "GTFS", "timetable for trip planners and other tools"],
  ["network.geojson", "GeoJSON", "lines and stops for maps"],
  ["network.json", "Network JSON", "to use with the routewright program"],
  ["map.svg", "Map (SVG)", "a drawing for documents"],
];

/** @param {import("../session.js").Session} session */
export const exportMenu = session => {
  const { id } = session.values.state;
  const link = (
    /** @type {string} */ file,
    /** @type {string} */ label,
    /** @type {string} */ use,
    /** @type {object} */ properties,
  ) =>
    make(
      "li",
      null,
      make(
        "a",
        { href: exportLink(id, file), "data-testid": `export-${file}`, onclick: () => close(), ...properties },
        make("b", null, label),
        make("span", { className: "quiet" }, use),
      ),
    );
  // After the click has done its work.
  const close = () =>
    setTimeout(() => {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  const menu = make(
    "details",
    { className: "menu", "data-testid": "export" },
    make("summary", { className: "button", "data-testid": "export-menu" }, "Export"),
    make(
      "ul",
      null,
      ...FILES.map(([file, label, use]) => link(file, label, use, { download: "" })),
      link("report.html", "Report", "all figures, to read and to print", { target: "_blank", rel: "noopener" }),
      make(
        "li",
        null,
        make(
          "button",
          {
            type: "button",
            "data-testid": "print",
            onclick: () => {
              menu.open = false;
              window.print();
            },
          },
          make("b", null, "Print"),
          make("span", { className: "quiet" }, "this map with its lines and figures"),
        ),
      ),
    ),
  );
  menu.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    event.stopPropagation();
  });
  menu.addEventListener("focusout", event => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  return menu;
};

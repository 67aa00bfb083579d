// The map in a report: networks to switch between, a list of routes to show and hide, a map on paper.

import { Courses } from "./courses.js";
import { View } from "./view.js";
import { Look } from "./look.js";
import { LineLayout } from "./lines.js";
import { clearCanvas, drawFixed, drawLine, drawStops, drawStreets, servedStops, layStreets } from "./drawing.js";
import { drawNames } from "./names.js";
import { listenToGestures } from "./gestures.js";

/**
 * @typedef {object} Route
 * @property {string} name
 * @property {string} between
 * @property {number[]} stops
 * @property {number[]} [path]
 * @property {number} minutes
 * @property {string} colour
 * @property {string} [pale]
 * @property {number[]} [dashes]
 * @property {boolean} [one_way]
 * @property {number} [wide]
 * @property {number} [headway]
 * @property {number} [vehicles]
 * @property {boolean} on  whether it is shown
 * @property {number} of  its network; -1 for fixed routes
 */

/** Where the map of a report is, and what it draws. */
const showReport = () => {
  const root = /** @type {HTMLElement} */ (document.getElementById("live-map"));
  const data = JSON.parse(document.getElementById("live-data")?.textContent || "");
  const canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
  const list = /** @type {HTMLElement} */ (root.querySelector(".live-list"));
  const tip = /** @type {HTMLElement} */ (root.querySelector(".tip"));
  /** @type {{ title: string, routes: Route[] }[]} */
  const networks = data.networks;
  /** @type {Route[]} */
  const fixed = data.fixed;
  const nodes = data.nodes,
    both = networks.length;
  networks.forEach((network, at) =>
    network.routes.forEach(route => {
      route.on = true;
      route.of = at;
    }),
  );
  fixed.forEach(route => {
    route.on = true;
    route.of = -1;
  });

  const most = Math.max(...networks.map(network => network.routes.length));
  const view = new View(),
    look = new Look(nodes.length, most),
    courses = new Courses(nodes, data.courses);
  /** @type {LineLayout<Route>} */
  const layout = new LineLayout(courses, look);
  /** @type {LineLayout<Route>} */
  const rails = new LineLayout(new Courses(nodes), look);
  let show = 0,
    waiting = false;
  /** @type {import("./drawing.js").Streets} */
  let streets = { scale: 0, pieces: [] };
  /** @type {Route | null} */
  let lit = null;
  /** @type {View | null} What the screen showed before printing. */
  let paper = null;

  const shownFixed = () => fixed.filter(route => route.on);
  const arrange = () => {
    layout.show(
      networks.flatMap((network, at) => (show === both || show === at ? network.routes.filter(route => route.on) : [])),
    );
    rails.show(shownFixed());
    redraw();
  };

  const draw = () => {
    waiting = false;
    const ratio = paper ? 3 : window.devicePixelRatio || 1;
    const pen = clearCanvas(canvas, view, ratio);
    if (streets.scale !== view.scale) streets = layStreets(data.streets, courses, view.scale);
    layout.build(view);
    rails.build(view);
    view.carry(pen, ratio);
    drawStreets(pen, view, streets);
    shownFixed().forEach(route => drawFixed(pen, view, nodes, route));
    const order = (/** @type {Route} */ a, /** @type {Route} */ b) =>
      b.of - a.of || Number(a === lit) - Number(b === lit);
    for (const route of layout.lines.slice().sort(order)) {
      const shape = layout.shapes.get(route),
        isOld = show === both && route.of > 0;
      if (!shape) continue;
      pen.globalAlpha = lit && lit !== route ? 0.18 : 1;
      const width = layout.width(route, view) * (route === lit ? 1.7 : 1);
      drawLine(pen, shape.path, isOld ? { ...route, colour: "#b9b5ab", dashes: [] } : route, width);
    }
    pen.globalAlpha = 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const served = servedStops(layout.lines.concat(shownFixed()).filter(route => !lit || lit === route));
    drawStops(pen, view, nodes, served, look);
    drawNames(pen, view, nodes, served, paper ? [] : controls());
  };
  const redraw = () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  };
  /** Names keep clear of the buttons on the map. @returns {import("./names.js").Taken[]} */
  const controls = () =>
    [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".switch, .zoom"))].map(box => [
      box.offsetLeft - 4,
      box.offsetTop + box.offsetHeight + 4,
      box.offsetWidth + 8,
      box.offsetHeight + 8,
    ]);

  // The map on paper has a size of its own, whatever the window.
  const fit = () => {
    [view.width, view.height] = paper ? [700, 460] : [canvas.clientWidth, canvas.clientHeight];
    view.fit(data.size, { above: (both > 1 || view.width < 460) && !paper ? 34 : 0 });
    redraw();
  };

  /** The stop under the pointer, or else the route. @param {number} x @param {number} y @returns {{ stop?: number, route?: Route } | null} */
  const under = (x, y) => {
    let best = -1,
      near = 9;
    nodes.forEach((/** @type {number[]} */ node, /** @type {number} */ at) => {
      const [a, b] = view.screen(node),
        away = Math.hypot(a - x, b - y);
      if (away < near) {
        near = away;
        best = at;
      }
    });
    if (best >= 0) return { stop: best };
    const found = layout.under(view, x, y) || rails.under(view, x, y);
    return found && { route: found.line };
  };
  const often = (/** @type {Route} */ route) =>
    route.headway ? `every ${route.headway} min, ${route.vehicles} vehicle${route.vehicles === 1 ? "" : "s"}` : "";
  /** @param {ReturnType<typeof under>} found @param {number} x @param {number} y */
  const say = (found, x, y) => {
    tip.hidden = !found;
    if (!found) return;
    if (found.route) {
      const { name, between, stops, minutes } = found.route;
      const parts = [`${name} ${between}: ${stops.length} stops`, `${minutes} min`, often(found.route)];
      tip.textContent = parts.filter(part => part).join(", ");
    } else {
      const stop = /** @type {number} */ (found.stop);
      const names = layout.lines
        .concat(shownFixed())
        .filter(route => route.stops.includes(stop))
        .map(route => route.name);
      const served = names.length ? names.slice(0, 12).join(", ") + (names.length > 12 ? " …" : "") : "not served";
      tip.textContent = `${nodes[stop][2]}: ${served}`;
    }
    tip.style.left = Math.min(x + 12, canvas.clientWidth - tip.offsetWidth - 6) + "px";
    tip.style.top = Math.max(y - 34, 4) + "px";
  };
  listenToGestures(canvas, view, {
    moved: () => {
      tip.hidden = true;
      redraw();
    },
    hover: (x, y) => say(under(x, y), x, y),
    leave: () => {
      tip.hidden = true;
    },
    click: (x, y) => {
      const found = under(x, y);
      lit = found?.route && found.route.of >= 0 && lit !== found.route ? found.route : null;
      say(found, x, y);
      redraw();
    },
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-zoom]"))) {
    button.addEventListener("click", () => {
      const factor = Number(button.dataset.zoom);
      if (factor) view.zoom(factor);
      else fit();
      redraw();
    });
  }

  /** @param {string} name @param {string} [text] @param {object} [properties] */
  const element = (name, text = "", properties = {}) =>
    Object.assign(document.createElement(name), { textContent: text }, properties);
  const fill = () => {
    list.replaceChildren();
    list.classList.toggle("long", most > 60);
    // Lines that run most often first; numbers in names count as numbers.
    const order = (/** @type {Route} */ a, /** @type {Route} */ b) =>
      (a.headway || 1e9) - (b.headway || 1e9) || a.name.localeCompare(b.name, undefined, { numeric: true });
    /** @type {[string, Route[]][]} */
    const groups = networks
      .filter((_, at) => show === both || show === at)
      .map(network => [network.title, network.routes.slice().sort(order)]);
    if (fixed.length) groups.push(["Fixed", fixed]);
    for (const [title, routes] of groups) list.append(...group(title, routes));
  };
  /** @param {string} title @param {Route[]} routes */
  const group = (title, routes) => {
    const head = element("div", "", { className: "live-head" }),
      name = element("label"),
      items = element("ul");
    const all = /** @type {HTMLInputElement} */ (
      element("input", "", { type: "checkbox", checked: routes.every(route => route.on) })
    );
    name.append(all, ` ${title} (${routes.length})`);
    all.addEventListener("change", () => {
      routes.forEach(route => {
        route.on = all.checked;
      });
      fill();
      arrange();
    });
    head.append(name);
    for (const route of routes) {
      const box = /** @type {HTMLInputElement} */ (element("input", "", { type: "checkbox", checked: route.on }));
      const sample = element("span", "", { className: "sample" }),
        label = element("label"),
        item = element("li");
      sample.style.background = route.dashes?.length
        ? `repeating-linear-gradient(90deg, ${route.colour} 0 5px, ${route.pale} 5px 8px)`
        : route.colour;
      if (route.wide) sample.style.height = Math.round(5 * route.wide) + "px";
      label.append(box, sample, ` ${route.name}${route.one_way ? "\u00a0→" : ""}`);
      const timed = route.headway ? `every ${route.headway} min · ${route.vehicles} veh.` : `${route.minutes} min`;
      item.append(label, element("span", timed, { className: "note" }));
      box.addEventListener("change", () => {
        route.on = box.checked;
        all.checked = routes.every(other => other.on);
        arrange();
      });
      item.addEventListener("pointerenter", () => {
        lit = route.of < 0 ? null : route;
        redraw();
      });
      item.addEventListener("pointerleave", () => {
        lit = null;
        redraw();
      });
      items.append(item);
    }
    return [head, items];
  };
  const switches = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-show]"));
  /** @param {number} at */
  const pick = at => {
    show = at;
    lit = null;
    switches.forEach(button => button.setAttribute("aria-pressed", String(Number(button.dataset.show) === at)));
    fill();
    arrange();
  };
  switches.forEach(button => button.addEventListener("click", () => pick(Number(button.dataset.show))));

  new ResizeObserver(() => {
    if (!paper && (canvas.clientWidth !== view.width || canvas.clientHeight !== view.height)) fit();
  }).observe(canvas);
  // Paper shows the same part of the map at its own size, and in more detail.
  window.addEventListener("beforeprint", () => {
    if (paper) return;
    paper = Object.assign(new View(), view);
    const near = view.scale / view.least,
      x = view.left + view.width / 2 / view.scale,
      y = view.top + view.height / 2 / view.scale;
    fit();
    if (near > 1.01) {
      view.scale *= near;
      view.centre(x, y);
    }
    draw();
  });
  window.addEventListener("afterprint", () => {
    if (paper) Object.assign(view, paper);
    paper = null;
    redraw();
  });
  pick(0);
  fit();
};
showReport();

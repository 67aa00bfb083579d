// Small charts: how a search improves, and what more vehicles bring.

import { number } from "./format.js";
import { svg } from "./dom.js";

/** Round numbers over a range. @param {number} least @param {number} most @param {number} count */
const ticks = (least, most, count) => {
  const raw = (most - least || 1) / count,
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(value => value >= raw) || raw;
  const all = [];
  for (let at = Math.ceil(least / step) * step; at <= most + step * 1e-6; at += step) all.push(at);
  return { all, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
};

/**
 * @param {{ points: [number, number][], xLabel: string, yLabel: string, width?: number, height?: number, isLine?: boolean,
 *   dots?: { at: [number, number], label: string, isOther?: boolean, isCurrent?: boolean, isFull?: boolean, pick?: () => void }[] }} asked
 */
export const chart = ({ points, xLabel, yLabel, width = 260, height = 145, isLine = true, dots = [] }) => {
  const all = [...points, ...dots.map(dot => dot.at)];
  const frame = { left: 40, right: 10, top: 18, bottom: 30 };
  const range = (/** @type {0 | 1} */ axis) => {
    const values = all.map(point => point[axis]),
      [least, most] = [Math.min(...values), Math.max(...values)];
    // Figures that differ by less than anybody can see are the same.
    const spread = most - least > 1e-6 * Math.abs(most) ? most - least : 0;
    const room = spread * 0.06 || Math.abs(most) * 0.05 || 1;
    return [axis === 0 && isLine ? least : least - room, most + room];
  };
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const x = (/** @type {number} */ value) =>
    frame.left + ((value - x0) / (x1 - x0)) * (width - frame.left - frame.right);
  const y = (/** @type {number} */ value) =>
    height - frame.bottom - ((value - y0) / (y1 - y0)) * (height - frame.top - frame.bottom);
  const box = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart",
    role: dots.length ? "group" : "img",
    "aria-label": yLabel ? `${yLabel} by ${xLabel}` : `by ${xLabel}`,
  });
  const across = ticks(x0, x1, 4),
    up = ticks(y0, y1, 5);
  for (const at of up.all) {
    box.append(
      svg("line", { class: "grid", x1: frame.left, x2: width - frame.right, y1: y(at), y2: y(at) }),
      svg("text", { class: "tick", x: frame.left - 6, y: y(at) + 4, "text-anchor": "end" }, number(at, up.digits)),
    );
  }
  for (const at of across.all)
    box.append(
      svg(
        "text",
        { class: "tick", x: x(at), y: height - frame.bottom + 14, "text-anchor": "middle" },
        number(at, across.digits),
      ),
    );
  box.append(
    svg("text", { class: "tick", x: width - frame.right, y: height - 3, "text-anchor": "end" }, xLabel),
    svg("text", { class: "tick", x: 0, y: 10 }, yLabel),
  );
  if (isLine && points.length > 1)
    box.append(
      svg("polyline", { class: "curve", points: points.map(point => `${x(point[0])},${y(point[1])}`).join(" ") }),
    );
  // What can be clicked lies on top.
  for (const dot of dots.slice().sort((a, b) => Number(Boolean(a.pick)) - Number(Boolean(b.pick)))) {
    const mark = svg(
      "circle",
      {
        class: `dot${dot.isOther ? " other" : ""}${dot.isCurrent ? " current" : ""}${dot.isFull ? " full" : ""}`,
        cx: x(dot.at[0]),
        cy: y(dot.at[1]),
        r: dot.isOther ? 9 : 6.5,
      },
      svg("title", {}, dot.label),
    );
    if (dot.pick) {
      const { pick } = dot;
      mark.setAttribute("tabindex", "0");
      mark.setAttribute("role", "button");
      mark.setAttribute("data-testid", "front-point");
      mark.setAttribute("aria-label", dot.label);
      if (dot.isCurrent) mark.setAttribute("aria-current", "true");
      mark.addEventListener("click", pick);
      mark.addEventListener("keydown", event => {
        if (!["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key)) return;
        event.preventDefault();
        pick();
      });
    }
    box.append(mark);
    if (dot.isFull) box.append(cross(x(dot.at[0]), y(dot.at[1])));
  }
  return box;
};

/** Half the width of a cross. */
const HALF = 3;

/** What marks a network whose vehicles are too full. @param {number} x @param {number} y */
export const cross = (x, y) =>
  svg("path", {
    class: "cross",
    d: `M${x - HALF} ${y - HALF}l${2 * HALF} ${2 * HALF}m0 ${-2 * HALF}l${-2 * HALF} ${2 * HALF}`,
  });

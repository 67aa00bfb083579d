// Elements of the page. Text is always text: names from files never become markup.

/**
 * Makes an element. Keys that start with `on` are listeners, `data-*`, `aria-*`, `role` and `for` are attributes, others are properties.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any> | null} [properties] @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const make = (name, properties, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (/^(data-|aria-|role$|for$|list$|form$)/.test(key)) element.setAttribute(key, String(value));
    else /** @type {any} */ (element)[key] = value;
  }
  add(element, ...children);
  return element;
};

/** @param {Element} element @param {...(Node | string | number | null | undefined | false)} children */
export const add = (element, ...children) => {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
};

/**
 * Replaces what is in an element, and keeps the focus and what was opened where the same `data-key` is there again.
 * @param {Element} element @param {...(Node | string | number | null | undefined | false)} children
 */
export const fill = (element, ...children) => {
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.getAttribute("data-key") : null;
  const opened = [...element.querySelectorAll("details[open] > summary[data-key]")].map(
    summary => summary.getAttribute("data-key") || "",
  );
  const find = (/** @type {string} */ name) => element.querySelector(`[data-key="${CSS.escape(name)}"]`);
  element.replaceChildren();
  add(element, ...children);
  for (const name of opened) find(name)?.parentElement?.setAttribute("open", "");
  if (!key) return;
  const again = find(key);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
};

/** Remembers who has the focus; what it returns gives it back, or to who is there instead. @returns {() => boolean} */
export const rememberFocus = () => {
  const had = document.activeElement;
  const name = ["data-key", "data-testid"].find(key => had?.hasAttribute(key));
  const likeIt = name ? `[${name}="${CSS.escape(had?.getAttribute(name) || "")}"]` : "";
  return () => {
    const again = had?.isConnected ? had : likeIt && document.querySelector(likeIt);
    if (!(again instanceof HTMLElement) || again === document.body) return false;
    again.focus({ preventScroll: true });
    return document.activeElement === again;
  };
};

/** @param {string} id @returns {any} an element of index.html */
export const byId = id => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
};

const SVG = "http://www.w3.org/2000/svg";
/** @param {string} name @param {Record<string, any>} [attributes] @param {...(Node | string)} children */
export const svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
};

/** Pixels of a sample, and of one unit of its dashes at most. */
const SAMPLE = 30,
  UNIT = 3;

/** A sample of how a line is drawn; long patterns are shortened, to be seen. @param {{ colour: string, pale?: string, dashes?: number[], wide?: number }} line */
export const lineSample = line => {
  const thick = Math.round(4 + 2 * (line.wide || 1)),
    dashes = line.dashes || [],
    unit = Math.min(UNIT, SAMPLE / dashes.reduce((sum, dash) => sum + dash, 0));
  const stroke = { x1: 2, y1: 8, x2: 32, y2: 8, "stroke-width": thick };
  const sample = svg(
    "svg",
    { viewBox: "0 0 34 16", class: "sample", "aria-hidden": "true" },
    svg("line", { ...stroke, stroke: dashes.length && line.pale ? line.pale : line.colour }),
  );
  if (dashes.length) {
    sample.append(
      svg("line", {
        ...stroke,
        stroke: line.colour,
        "stroke-dasharray": dashes.map(dash => dash * unit).join(" "),
        "stroke-dashoffset": (dashes[0] * unit) / 2,
      }),
    );
  }
  return sample;
};

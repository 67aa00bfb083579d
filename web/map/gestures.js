// Mouse, fingers, wheel and keys on a map: pan, zoom, hover, click, and drags that somebody else takes over.

/** @typedef {import("./view.js").View} View */
/**
 * @typedef {object} Listener
 * @property {() => void} moved  the view changed
 * @property {(x: number, y: number) => void} hover
 * @property {(x: number, y: number, event: PointerEvent) => void} click
 * @property {() => void} leave
 * @property {(x: number, y: number, event: PointerEvent) => boolean} [take]  whether a drag from here is not a pan
 * @property {(x: number, y: number) => void} [drag]
 * @property {(x: number, y: number) => void} [drop]
 * @property {() => void} [cancel]  a drag was given up
 * @property {boolean} [scrolls]  one finger scrolls the page; it takes two to move the map
 */

/** Pixels that a pointer may move within a click. */
const STILL = 5;

/** @param {HTMLElement} surface @param {View} view @param {Listener} listener */
export const listenToGestures = (surface, view, listener) => {
  /** @type {Map<number, [number, number]>} */
  const held = new Map();
  let moved = 0,
    taken = false;
  /** @param {MouseEvent} event @returns {[number, number]} */
  const place = event => {
    const box = surface.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  surface.addEventListener("pointerdown", event => {
    if (event.button > 0) return;
    surface.setPointerCapture(event.pointerId);
    held.set(event.pointerId, place(event));
    moved = 0;
    if (held.size > 1 && taken) {
      taken = false;
      listener.cancel?.();
    } else taken = held.size === 1 && (listener.take?.(...place(event), event) || false);
  });
  surface.addEventListener("pointermove", event => {
    const [x, y] = place(event),
      last = held.get(event.pointerId);
    if (!last) return listener.hover(x, y);
    moved += Math.abs(x - last[0]) + Math.abs(y - last[1]);
    if (taken) {
      if (moved > STILL) listener.drag?.(x, y);
    } else if (held.size === 2) {
      // The map stays under both fingers.
      const other = [...held].filter(([id]) => id !== event.pointerId)[0][1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]),
        after = Math.hypot(x - other[0], y - other[1]);
      view.pan((x - last[0]) / 2, (y - last[1]) / 2);
      if (before > 0) view.zoom(after / before, (x + other[0]) / 2, (y + other[1]) / 2);
      listener.moved();
    } else if (!listener.scrolls || event.pointerType !== "touch") {
      view.pan(x - last[0], y - last[1]);
      listener.moved();
    }
    held.set(event.pointerId, [x, y]);
  });
  surface.addEventListener("pointerup", event => {
    if (!held.delete(event.pointerId)) return;
    const wasTaken = taken;
    taken = false;
    if (moved <= STILL) {
      if (wasTaken) listener.cancel?.();
      listener.click(...place(event), event);
    } else if (wasTaken) listener.drop?.(...place(event));
  });
  surface.addEventListener("pointercancel", event => {
    held.delete(event.pointerId);
    if (taken) listener.cancel?.();
    taken = false;
  });
  const keepTwo = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  if (listener.scrolls) {
    surface.addEventListener("touchstart", keepTwo, { passive: false });
    surface.addEventListener("touchmove", keepTwo, { passive: false });
  }
  surface.addEventListener("pointerleave", () => listener.leave());
  surface.addEventListener(
    "wheel",
    event => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 400), ...place(event));
      listener.moved();
    },
    { passive: false },
  );
  surface.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (steps) view.pan(steps[0], steps[1]);
    else if (event.key === "+" || event.key === "=" || event.key === "-") view.zoom(event.key === "-" ? 1 / 1.3 : 1.3);
    else return;
    listener.moved();
    event.preventDefault();
  });
};

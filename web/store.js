// What the page shows, in one place. Panels and the map listen for the parts they draw.

/** @template {object} T */
export class Store {
  /** @param {T} values */
  constructor(values) {
    /** @type {T} */
    this.values = values;
    /** @type {Set<{ keys: (keyof T)[], act: () => void }>} */
    this.listeners = new Set();
    /** Nobody shows these values any more. */
    this.isClosed = false;
  }

  /** @param {Partial<T>} changes */
  set(changes) {
    const changed = new Set(
      /** @type {(keyof T)[]} */ (Object.keys(changes)).filter(key => this.values[key] !== changes[key]),
    );
    Object.assign(this.values, changes);
    for (const { keys, act } of [...this.listeners]) if (keys.some(key => changed.has(key))) act();
  }

  /** Calls `act` now, and after every change of one of the keys. @param {(keyof T)[]} keys @param {() => void} act */
  watch(keys, act) {
    const listener = { keys, act };
    this.listeners.add(listener);
    act();
  }

  /** Stops telling listeners: what they draw on belongs to somebody else now. */
  close() {
    this.isClosed = true;
    this.listeners.clear();
  }
}

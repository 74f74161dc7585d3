// What a browser keeps for pages: `local` from one visit to the next, `session` for one tab.
//
// It may forbid that, as in private windows and for blocked cookies, or have no room left. What cannot be
// kept is there until the page goes.

/** Whether the address of this page says that nothing is kept here. */
export const keepsNothing = new URLSearchParams(location.search).get("keep") === "nothing";

class Storing {
  /** @param {"localStorage" | "sessionStorage"} kind */
  constructor(kind) {
    this.kind = kind;
    /** @type {Map<string, string>} what the browser does not keep */
    this.own = new Map();
  }

  /**
   * What the browser answers; undefined where it refuses.
   * @template T
   * @param {(storage: Storage) => T} ask
   */
  _asked(ask) {
    try {
      return ask(globalThis[this.kind]);
    } catch {
      return undefined;
    }
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    return this.own.get(name) ?? this._asked((storage) => storage.getItem(name)) ?? null;
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    this.own.set(name, value);
    if (keepsNothing) return;
    if (this._asked((storage) => { storage.setItem(name, value); return true; })) this.own.delete(name);
  }

  /** Whether the browser keeps anything. */
  get keeps() {
    return !keepsNothing && (this._asked((storage) => { storage.setItem("", ""); storage.removeItem(""); return true; }) ?? false);
  }

  /** @param {string} name */
  remove(name) {
    this.own.delete(name);
    if (!keepsNothing) this._asked((storage) => storage.removeItem(name));
  }

  /** Whether the browser keeps all that it was given. */
  get lasts() {
    return this.own.size === 0;
  }

  /** The names that begin in a way. @param {string} start */
  names(start) {
    const kept = this._asked((storage) => Object.keys(storage)) ?? [];
    return [...kept, ...this.own.keys()].filter((name) => name.startsWith(start));
  }

  clear() {
    this.own.clear();
    this._asked((storage) => storage.clear());
  }

  /** What was kept as JSON; null if that is nothing, or is not JSON. @param {string} name */
  read(name) {
    try {
      return JSON.parse(this.get(name) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value */
  write(name, value) {
    this.set(name, JSON.stringify(value));
  }
}

export const local = new Storing("localStorage");
export const session = new Storing("sessionStorage");

/** What becomes of what the reader sets. */
export function ofSettings() {
  return local.keeps ? "This browser remembers your settings." : "This browser keeps no settings: they last until you leave this page.";
}

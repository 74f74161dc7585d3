// A board to look at and to play on, in any page: `new PlygroundBoard(element, geometry, options)`.
//
// It knows no rule and no drawing: picture.js puts pictures together, and draw() says which moves are
// legal. A plain script without imports, since a page opened from a file can load no module. It lives
// in a shadow root, so that no style sheet of a page reaches it; custom properties do: --ply-accent,
// --ply-card, --ply-line, --ply-win, --ply-draw, --ply-loss, --ply-font, --ply-most-height, those of geometry.dark.
//
// Types, and so what it takes, are in board.d.ts.

(() => {
  const SVG = "http://www.w3.org/2000/svg";

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {Record<string, string>} [attributes]
   */
  function made(name, attributes = {}) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  /** @param {string} part */
  function parsed(part) {
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = part;
    return [...holder.children];
  }

  const STYLE = `
    :host { display: block; }
    :host([hidden]) { display: none; }
    * { box-sizing: border-box; }
    .board { position: relative; width: min(100%, calc(var(--ply-most-height, 85vh) * var(--ratio))); margin: 0 auto; user-select: none; -webkit-user-select: none; -webkit-tap-highlight-color: transparent;
      --accent: var(--ply-accent, #0b7a75); --card: var(--ply-card, #fffdf9); --ink: var(--ply-ink, #1d2430);
      --line: var(--ply-line, #ddd6c8);
      --win: var(--ply-win, #2c7d46); --draw: var(--ply-draw, #7a6100); --loss: var(--ply-loss, #b3261e); }
    svg { display: block; width: 100%; height: auto; touch-action: manipulation; }
    .targets { position: absolute; inset: 0; pointer-events: none; }
    .target { position: absolute; margin: 0; padding: 0; border: 0; background: none; cursor: pointer; pointer-events: auto;
      touch-action: manipulation; border-radius: 14px; font-size: 0; color: transparent; }
    .dot { border-radius: 50%; }
    .board:not(.open) .target, .target[aria-disabled="true"] { cursor: default; }
    .open [data-site] { cursor: pointer; }
    .target:focus-visible { outline: 3px solid #fff; outline-offset: -3px; box-shadow: 0 0 0 3px #14171d; }
    @media (hover: hover) {
      .open .target:hover:not([aria-disabled="true"]) { box-shadow: inset 0 0 0 3px var(--mover, var(--accent)); }
      .open .column:hover:not([aria-disabled="true"]) { background: rgb(255 255 255 / 10%); box-shadow: none; }
    }
    .open .target[aria-pressed="true"] { box-shadow: inset 0 0 0 5px var(--mover, var(--accent)); }
    .ply-ghost { opacity: .45; pointer-events: none; }
    .ply-value circle { fill: var(--card); stroke: var(--line); stroke-width: 1.5px; }
    .ply-value text { fill: var(--ink); font-weight: 700; }
    .ply-win text { fill: var(--win); } .ply-draw text { fill: var(--draw); } .ply-loss text { fill: var(--loss); }
    .ply-value.ply-best text { fill: var(--card); }
    .ply-best circle { fill: var(--ink); stroke: none; }
    .ply-best.ply-win circle { fill: var(--win); } .ply-best.ply-draw circle { fill: var(--draw); }
    .ply-best.ply-loss circle { fill: var(--loss); }
    .chooser { position: absolute; z-index: 1; display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; padding: 8px;
      width: max-content; max-width: min(100%, 166px); background: var(--card); color: var(--ink); border-radius: 14px;
      box-shadow: 0 0 0 1px var(--line), 0 6px 24px rgb(0 0 0 / 28%); font-weight: 600; font-size: 18px; line-height: 1.1; }
    .chooser[hidden] { display: none; }
    .chooser button { min-width: 46px; min-height: 46px; padding: 2px 4px; border: 1.5px solid var(--line); border-radius: 10px;
      background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation; }
    .chooser button:hover { border-color: var(--accent); }
    .chooser button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    .chooser small { display: block; font-size: 12px; font-weight: 700; }
    .chooser .ply-win small { color: var(--win); } .chooser .ply-draw small { color: var(--draw); }
    .chooser .ply-loss small { color: var(--loss); }
    .chooser button.ply-best { border-width: 3px; border-color: var(--win); }
  `;
  const DARK = {
    "--ply-accent": "#4fc9c0", "--ply-card": "#1d222b", "--ply-line": "#4a5566",
    "--ply-win": "#62c07f", "--ply-draw": "#e5c55a", "--ply-loss": "#ff9c94",
  };

  class PlygroundBoard {
    /**
     * An empty board inside an element.
     * @param {HTMLElement} element
     * @param {Geometry} geometry
     * @param {BoardOptions} [options]
     */
    constructor(element, geometry, options = {}) {
      this.element = element;
      this.geometry = geometry;
      this.options = options;
      this._parts = new PlygroundPicture(geometry);
      this._locked = options.locked ?? false;
      this._stopped = new AbortController();
      this._theme = options.theme ?? "auto";
      /** @type {Shown | null} */
      this._shown = null;
      /** @type {Map<string, Element[]>} */
      this._drawn = new Map();
      /** @type {number | null} */
      this._first = null; // the first of two dots
      /** @type {Target | null} */
      this._aimed = null; // the target under the mouse, or the one that keys are at
      /** @type {HTMLButtonElement | null} */
      this._asked = null; // the target that the chooser is about

      const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
      root.replaceChildren();
      const sheet = new CSSStyleSheet();
      const dark = Object.entries({ ...geometry.dark, ...DARK }).map(([name, colour]) => `${name}:${colour};`);
      const font = `.board, text { font-family: var(--ply-font, ${geometry.font}); }`;
      sheet.replaceSync(`:host([data-ply-theme="dark"]) { ${dark.join(" ")} } ${font} ${STYLE}`);
      root.adoptedStyleSheets = [sheet];

      this._board = made("div", { class: "board" });
      this._svg = document.createElementNS(SVG, "svg");
      const [width, height] = geometry.size;
      this._board.style.setProperty("--ratio", String(Number(width) / Number(height)));
      const attributes = {
        version: "1.1", viewBox: geometry.view, width, height, class: "ply-picture", role: "img",
        "aria-labelledby": "title", "aria-describedby": "description",
      };
      for (const [name, value] of Object.entries(attributes)) this._svg.setAttribute(name, value);
      this._title = document.createElementNS(SVG, "title");
      this._description = document.createElementNS(SVG, "desc");
      this._title.id = "title";
      this._description.id = "description";
      this._title.textContent = geometry.title;
      this._targets = made("div", { class: "targets", role: "group", "aria-label": geometry.title });
      this._buttons = geometry.targets.map((target, number) => this._button(target, number));
      this._targets.append(...this._buttons);
      this._chooser = made("div", { class: "chooser", role: "dialog" });
      this._chooser.hidden = true;
      this._board.append(this._svg, this._targets, this._chooser);
      root.append(this._board);
      this._listen();
      this.theme = this._theme;
      this.draw({ cells: geometry.places.map(() => 0) });
      this._shown = null; // nothing arrives on the first position
    }

    // What a page calls

    /**
     * Show a position. Counters and lines that are new since the last one arrive.
     * @param {Shown} position
     */
    draw(position) {
      const before = this._shown;
      const same = before !== null && String(before.cells) === String(position.cells);
      this._shown = position;
      this._description.textContent = position.description ?? "";
      this._paint();
      if (!same) this._forget();
      this._describe();
      if (before && !same) this._arrive(before.cells);
    }

    /** Whether picks are refused. */
    get locked() {
      return this._locked;
    }

    set locked(locked) {
      this._locked = locked;
      if (locked) this._forget();
      this._describe();
      this._aim(this._aimed);
    }

    /** Light or dark; "auto" is what the visitor's system says. */
    get theme() {
      return this._theme;
    }

    set theme(theme) {
      this._theme = theme;
      const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
      this.element.dataset.plyTheme = dark ? "dark" : "light";
    }

    /** Move the focus to the board. */
    focus() {
      this._buttons.find((each) => each.tabIndex === 0)?.focus({ preventScroll: true });
    }

    /** Take the board out of its element. */
    remove() {
      this._stopped.abort();
      this.element.shadowRoot?.replaceChildren();
      delete this.element.dataset.plyTheme;
    }

    // The picture

    /** Put the picture together, and keep the elements of the parts that are there already. */
    _paint() {
      if (!this._shown) return;
      this._ghost(null);
      const { below, above } = this._parts.picture(this._shown);
      /** @type {Map<string, Element[]>} */
      const drawn = new Map();
      /** @param {string} part */
      const elements = (part) => {
        const found = drawn.get(part) ?? this._drawn.get(part) ?? parsed(part);
        drawn.set(part, found);
        return found;
      };
      const under = below.flatMap(elements);
      const over = [...above, ...this._values(this._shown)].flatMap(elements);
      this._svg.replaceChildren(this._title, this._description, ...under, ...over);
      this._drawn = drawn;
      this._above = over[0] ?? null;
      this._aim(this._aimed);
    }

    /**
     * A part for the best value at each site, or at each edge from the first dot.
     * @param {Shown} position
     */
    _values({ values = [] }) {
      const { edges, parts } = this.geometry;
      /** @type {Map<number, MoveValue>} */
      const best = new Map();
      for (const value of values) {
        const site = this._lands(value.move);
        if (this._first !== null && !edges[site]?.includes(this._first)) continue;
        if (site !== undefined && (!best.has(site) || (value.best && !best.get(site)?.best))) best.set(site, value);
      }
      return [...best].map(([site, value]) => {
        const sizes = /** @type {Pieces[]} */ (parts.values[this._parts.kind(site)]);
        const kind = `ply-value ply-${value.kind ?? "unknown"}${value.best ? " ply-best" : ""}`;
        return this._parts.filled(this._parts.sized(sizes, value.text), site, value.text, kind);
      });
    }

    /**
     * The first empty one of a move's sites: that of a counter that drops; else its first site.
     * @param {number} code
     */
    _lands(code) {
      const { sites } = this.geometry.moves[code];
      return sites.find((site) => !this._shown?.cells[site]) ?? sites[0];
    }

    /**
     * Show what a move would put down.
     * @param {number | undefined | null} code
     */
    _ghost(code) {
      for (const each of this._svg.querySelectorAll(".ply-ghost")) each.remove();
      if (code === null || code === undefined || this._shut()) return;
      const site = this._lands(code);
      const look = this.geometry.ghosts[this._shown?.turn ?? 0];
      if (site === undefined || !look || this._shown?.cells[site]) return;
      const [ghost] = parsed(this._parts.site(site, look));
      ghost.removeAttribute("data-site");
      ghost.setAttribute("class", "ply-ghost");
      ghost.setAttribute("pointer-events", "none");
      this._svg.insertBefore(ghost, this._above ?? null);
    }

    // What arrives

    /** @param {number[]} before */
    _arrive(before) {
      if (this.options.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const { cells = [], last = [] } = this._shown ?? {};
      let longest = 0;
      for (const site of last) {
        if (!cells[site] || before[site]) continue;
        const element = /** @type {SVGGElement | null} */ (this._svg.querySelector(`[data-site="${site}"]`));
        if (!element) continue;
        const { fall, grow, pop } = PlygroundMotion;
        const arrives = this.geometry.edges[site] ? grow : this.geometry.parts.ring ? fall : pop;
        longest = arrives(element, this._svg.viewBox.baseVal);
      }
      for (const each of this._svg.querySelectorAll(".ply-line"))
        each.animate({ opacity: [0, 1] }, { duration: 200, delay: longest, fill: "backwards" });
      for (const each of this._svg.querySelectorAll(".ply-deciding"))
        each.animate({ opacity: [1, 0.4, 1] }, { duration: 600, delay: longest, iterations: 2 });
    }

    // Picking

    _shut() {
      return this._locked || !this._shown?.legal?.length;
    }

    /**
     * The legal moves that change one of these sites.
     * @param {number[]} sites
     */
    _legal(sites) {
      const { moves } = this.geometry;
      return (this._shown?.legal ?? []).filter((code) => moves[code].sites.some((site) => sites.includes(site)));
    }

    /**
     * The edge between two dots.
     * @param {number} one
     * @param {number} other
     */
    _edge(one, other) {
      return this.geometry.edges.findIndex((edge) => edge?.includes(one) && edge.includes(other));
    }

    /**
     * The moves that a target stands for: with a first dot those that join it to this one.
     * @param {Target} target
     */
    _moves(target) {
      if (target.dot === undefined || this._first === null) return this._legal(target.sites);
      return target.dot === this._first ? [] : this._legal([this._edge(this._first, target.dot)]);
    }

    /**
     * @param {Target} target
     * @param {HTMLButtonElement} button
     */
    _pick(target, button) {
      if (this._locked) this._refuse(null);
      else if (target.dot === undefined) this._take(target.sites, button);
      else if (this._first === null) {
        if (this._moves(target).length) this._choose(target.dot);
        else this._refuse(null);
      } else {
        const edge = target.dot === this._first ? -1 : this._edge(this._first, target.dot);
        this._choose(null);
        if (edge < 0) this._refuse(null);
        else this._take([edge], button);
      }
    }

    /**
     * Make the only move at these sites, or ask which.
     * @param {number[]} sites
     * @param {HTMLButtonElement} [button]
     */
    _take(sites, button) {
      const moves = this._legal(sites);
      if (moves.length > 1 && button) this._ask(moves, button);
      else if (moves.length) {
        this._ghost(null);
        this.options.onmove?.(moves[0]);
      } else {
        const code = this.geometry.moves.findIndex((move) => move.sites.some((site) => sites.includes(site)));
        this._refuse(code < 0 ? null : code);
      }
    }

    /** @param {number | null} code */
    _refuse(code) {
      this._choose(null);
      this.options.onrefuse?.(code);
    }

    /** @param {number | null} dot */
    _choose(dot) {
      if (this._first === dot) return;
      this._first = dot;
      this._paint();
      this._describe();
    }

    /**
     * Ask which of several moves is meant.
     * @param {number[]} moves
     * @param {HTMLButtonElement} button
     */
    _ask(moves, button) {
      const { moves: known, targets } = this.geometry;
      const target = targets[this._buttons.indexOf(button)];
      const values = new Map(this._shown?.values?.map((each) => [each.move, each]));
      this._chooser.replaceChildren(
        ...moves.map((code) => {
          const value = values.get(code);
          const choice = made("button", { type: "button" });
          choice.append(known[code].label);
          choice.setAttribute("aria-label", [known[code].words, value?.words].filter(Boolean).join(", "));
          if (value) {
            choice.className = `ply-${value.kind ?? "unknown"}${value.best ? " ply-best" : ""}`;
            const small = made("small");
            small.textContent = value.text;
            choice.append(small);
          }
          choice.addEventListener("click", () => {
            this._close(true);
            this.options.onmove?.(code);
          });
          return choice;
        }),
      );
      const [left, top, width, height] = target.box;
      const [x, y] = [left + width / 2, top + height / 2];
      Object.assign(this._chooser.style, { left: `${x}%`, top: `${y}%`, transform: `translate(-${x}%, -${y}%)` });
      this._chooser.setAttribute("aria-label", `${target.name}: choose`);
      this._chooser.hidden = false;
      this._asked = button;
      this._chooser.querySelector("button")?.focus({ preventScroll: true });
    }

    /** @param {boolean} back whether the focus goes back to where it came from */
    _close(back) {
      if (this._chooser.hidden) return;
      this._chooser.hidden = true;
      if (back) this._asked?.focus({ preventScroll: true });
      this._asked = null;
    }

    /** Give up a move that was begun. */
    _forget() {
      this._choose(null);
      this._close(this._chooser.contains(this.element.shadowRoot?.activeElement ?? null));
    }

    // Buttons over the picture: they take taps, keys and the focus

    /**
     * @param {Target} target
     * @param {number} number
     */
    _button(target, number) {
      const button = made("button", { type: "button", class: `target ${target.kind}` });
      const [left, top, width, height] = target.box.map((part) => `${part}%`);
      Object.assign(button.style, { left, top, width, height });
      button.tabIndex = number ? -1 : 0;
      button.addEventListener("click", (event) => {
        // The second half of a double click is not the next player's move.
        if (event.detail < 2 || target.dot !== undefined) this._pick(target, button);
      });
      button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this._aim(target));
      button.addEventListener("pointerleave", () => this._aim(null));
      button.addEventListener("focus", () => {
        for (const each of this._buttons) each.tabIndex = each === button ? 0 : -1;
        if (button.matches(":focus-visible")) this._aim(target);
      });
      button.addEventListener("blur", () => this._aim(null));
      return button;
    }

    /**
     * Show what a pick here would put down, also when the position changes meanwhile.
     * @param {Target | null} target
     */
    _aim(target) {
      this._aimed = target;
      const half = target === null || (target.dot !== undefined && this._first === null);
      this._ghost(half ? null : this._moves(target)[0]);
    }

    /** Say of each target what is there, and whether it can be picked. */
    _describe() {
      const { targets, looks, edges, players, colours, title } = this.geometry;
      const { cells = [], values = [] } = this._shown ?? {};
      this._board.classList.toggle("open", !this._shut());
      for (const [number, target] of targets.entries()) {
        const button = this._buttons[number];
        const moves = this._moves(target);
        const words = [target.name];
        if (target.kind === "dot") {
          const joined = target.sites.filter((site) => cells[site]);
          words.push(...joined.map((site) => `joined to ${edges[site]?.find((dot) => dot !== target.dot)} by ${looks[cells[site]]}`));
          button.setAttribute("aria-pressed", String(target.dot === this._first));
        } else {
          const held = target.sites.filter((site) => cells[site]).map((site) => looks[cells[site]]);
          words.push(...(held.length ? held : [looks[0]]));
        }
        if (target.dot === undefined || this._first !== null) {
          const worth = values.find((each) => moves.includes(each.move) && each.words);
          if (worth?.words) words.push(worth.words);
        }
        button.setAttribute("aria-label", words.join(", "));
        button.setAttribute("aria-disabled", String(this._shut() || !moves.length));
      }
      const turn = this._shown?.turn ?? -1;
      const mover = turn in players;
      this._targets.setAttribute("aria-label", mover ? `${title}, ${players[turn]} to move` : title);
      this._board.style.setProperty("--mover", mover ? `var(--ply-player${turn}, ${colours[turn]})` : "");
    }

    _listen() {
      const { signal } = this._stopped;
      matchMedia("(prefers-color-scheme: dark)").addEventListener(
        "change", () => { this.theme = this._theme;}, { signal },
      );
      this._targets.addEventListener("keydown", (event) => this._key(event, this._buttons, true));
      this._chooser.addEventListener("keydown", (event) => this._key(event, [...this._chooser.querySelectorAll("button")], false));
      document.addEventListener("pointerdown", (event) => {
        if (!event.composedPath().includes(this._chooser)) this._close(false);
      }, { signal });
      /** @param {Event} event */
      const edge = (event) => {
        const site = /** @type {Element} */ (event.target).closest("[data-site]")?.getAttribute("data-site");
        return site !== undefined && site !== null && this.geometry.edges[Number(site)] ? Number(site) : null;
      };
      this._svg.addEventListener("click", (event) => {
        const site = edge(event);
        if (site === null || event.detail > 1) return;
        if (this._locked || this._first !== null) this._refuse(null);
        else this._take([site]);
      });
      this._svg.addEventListener("pointerover", (event) => {
        const site = edge(event);
        if (event.pointerType === "mouse" && this._first === null)
          this._ghost(site === null ? null : this._legal([site])[0]);
      });
      this._svg.addEventListener("pointerleave", () => this._ghost(null));
    }

    /**
     * Arrow keys walk over the buttons, Escape leaves the chooser or gives up the first dot.
     * @param {KeyboardEvent} event
     * @param {HTMLButtonElement[]} buttons
     * @param {boolean} around whether an arrow goes on to the next one where there is none that way
     */
    _key(event, buttons, around) {
      /** @type {Record<string, [number, number]>} */
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLButtonElement)) return;
      if (event.key in arrows) walk(event.target, buttons, arrows[event.key], around)?.focus({ preventScroll: true });
      else if (event.key === "Home") buttons[0]?.focus({ preventScroll: true });
      else if (event.key === "End") buttons.at(-1)?.focus({ preventScroll: true });
      else if (event.key === "Escape" && !this._chooser.hidden) this._close(true);
      else if (event.key === "Escape" && this._first !== null) this._choose(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * The nearest button in a direction, as seen.
   * @param {HTMLButtonElement} from
   * @param {HTMLButtonElement[]} buttons
   * @param {[number, number]} direction
   * @param {boolean} around
   */
  function walk(from, buttons, [dx, dy], around) {
    /** @param {Element} each */
    const centre = (each) => {
      const box = each.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(from);
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const each of buttons) {
      const [ex, ey] = centre(each);
      const along = (ex - x) * dx + (ey - y) * dy;
      const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
      const cost = along + 2.5 * across;
      if (along >= 2 && cost < least) [best, least] = [each, cost];
    }
    if (best || !around) return best;
    const at = buttons.indexOf(from) + (dx + dy > 0 ? 1 : -1);
    return buttons[(at + buttons.length) % buttons.length];
  }

  Object.assign(globalThis, { PlygroundBoard });
})();

// A game's page: `PlygroundPage.open(data, module)` opens the game in the document that page.html is.
//
// It shows what PlygroundPlay knows: the players, the board, the moves, whose turn it is. It holds no rule
// of a game. A plain script without imports, because a page opened from a file can load no module.

(() => {
  /**
   * @template {HTMLElement} [Kind=HTMLElement]
   * @param {string} id
   */
  const find = (id) => /** @type {Kind} */ (document.getElementById(id));

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   */
  function made(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  /**
   * What the browser remembers for this game, where it allows that.
   * @param {PageData} data
   */
  function memory(data) {
    const key = `plyground:${data.game.name}:${Object.values(data.game.values).join("-")}:${data.identity}`;
    return {
      /** @returns {Partial<Kept>} */
      read() {
        try {
          return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
        } catch {
          return {};
        }
      },
      /** @param {Kept} kept */
      write(kept) {
        try {
          localStorage.setItem(key, JSON.stringify(kept));
        } catch {
          // a page from a file may have no storage: then it forgets
        }
      },
    };
  }

  const FACES = {
    computer: '<rect x="1" y="1" width="46" height="46" rx="14" fill="var(--accent-soft)"/><path d="M24 12V8" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="24" cy="7" r="3" fill="currentColor"/><rect x="9" y="13" width="30" height="25" rx="9" fill="currentColor"/><circle cx="18" cy="24" r="3.500" fill="var(--accent-soft)"/><circle cx="30" cy="24" r="3.500" fill="var(--accent-soft)"/><path d="M18 31.500q6 3.500 12 0" fill="none" stroke="var(--accent-soft)" stroke-width="2.500" stroke-linecap="round"/>',
    here: '<rect x="1" y="1" width="46" height="46" rx="14" fill="var(--accent-soft)"/><circle cx="24" cy="19" r="8" fill="currentColor"/><path d="M9 42a15 13 0 0 1 30 0Z" fill="currentColor"/>',
    away: '<rect x="1" y="1" width="46" height="46" rx="14" fill="var(--accent-soft)"/><path d="M10 15h28v19H10z" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/><path d="m11 16 13 11 13-11" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>',
  };

  class Page {
    /**
     * @param {PageData} data
     * @param {PageEngine} engine
     */
    constructor(data, engine) {
      this.data = data;
      this.engine = engine;
      this.words = new PlygroundWords(data.phrases, data.kinds, data.board);
      this.memory = memory(data);
      const kept = this.memory.read();
      /** @type {Settings} */
      this.settings = { theme: "auto", values: false, motion: true, seconds: 30, seats: null, ...kept.settings };
      this.aside = ""; // a sentence beside the status, until the position changes
      this.aloud = "";
      this.two = data.game.players === 2;
      this.messages = new PlygroundMessages({ ...data.game, moves: data.board.moves.length });
      this.board = this.newBoard();
      this.play = new PlygroundPlay(engine, (text) => this.computer(text), {
        changed: () => this.changed(),
        progress: (progress) => this.progress(progress),
        failed: (error) => this.failed(error),
      });
      this.play.seconds = this.settings.seconds;
      this.advice = new PlygroundAdvice(this);
      this.dialogs = new PlygroundDialogs(this);
      this.themed();
      this.listen();
      this.begin(kept.game);
    }

    newBoard() {
      return new PlygroundBoard(find("board"), this.data.board, {
        onmove: (code) => this.picked(code),
        onrefuse: (code) => this.refused(code),
        motion: this.settings.motion ? "normal" : "none",
      });
    }

    /** Do as the settings say, and remember them. */
    set() {
      this.board.remove();
      this.board = this.newBoard();
      this.play.seconds = this.settings.seconds;
      this.themed();
      this.changed();
    }

    /** @param {string} text */
    computer(text) {
      const player = PlygroundSeats.read(text, this.data.kinds);
      return player && { player, called: this.words.called(player) };
    }

    /** The seats for a first game: a person, and the computer that is usual. */
    get usual() {
      return this.data.game.ends.map((_, seat) => (seat === 0 ? "here" : this.data.usual));
    }

    /**
     * Go on with the game that the browser remembers, or begin one.
     * @param {GameStart} [kept]
     */
    begin(kept) {
      try {
        if (kept) {
          this.play.begin(kept);
          return;
        }
      } catch {
        // it is of other rules
      }
      this.play.begin({ seats: this.settings.seats ?? this.usual });
    }

    keep() {
      this.memory.write({ settings: this.settings, game: this.play.data });
    }

    // What people do

    /** @param {number} code */
    picked(code) {
      try {
        this.play.move(code);
      } catch (error) {
        this.failed(/** @type {Error} */ (error));
      }
    }

    /** @param {number | null} code */
    refused(code) {
      const { play } = this;
      if (play.last.over) return;
      if (!play.live) this.say("Go back to the last move to play on.");
      else if (!play.open) this.say(play.awaits ? "It is not your turn: send your moves, and read the answer." : this.data.phrases.busy);
      else if (code !== null) this.say(`You cannot play ${this.words.move(code)} now.`);
    }

    /**
     * Say something beside the status, until the position changes.
     * @param {string} text
     */
    say(text) {
      this.aside = text;
      find("note").textContent = text;
      find("said").textContent = text;
    }

    /** Show a sentence beside the status for a moment. @param {string} text */
    note(text) {
      find("note").textContent = text;
    }

    /** @param {Error} error */
    failed(error) {
      if (error.name !== "AbortError") this.say(`That did not work: ${error.message}.`);
    }

    listen() {
      const { play } = this;
      /** @type {Record<string, () => void>} */
      const does = {
        back: () => play.takeBack(),
        hint: () => this.advice.hint(),
        values: () => {
          this.settings.values = !this.settings.values;
          this.changed();
        },
        fresh: () => this.dialogs.fresh(),
        more: () => this.dialogs.more(),
        earlier: () => play.view(play.shown.ply - 1),
        later: () => play.view(play.shown.ply + 1),
        theme: () => {
          this.settings.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
          this.themed();
          this.keep();
        },
      };
      for (const [id, act] of Object.entries(does))
        find(id).addEventListener("click", () => find(id).getAttribute("aria-disabled") !== "true" && act());
      find("moves").addEventListener("click", ({ target }) => {
        const ply = /** @type {HTMLElement} */ (target).closest("button")?.dataset.ply;
        if (ply) play.view(Number(ply));
      });
      find("course").addEventListener("click", ({ target }) => {
        const ply = /** @type {HTMLElement} */ (target).closest(".ply")?.getAttribute("data-ply");
        if (ply) play.view(Number(ply));
      });
      document.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (event.ctrlKey || event.altKey || event.metaKey || find("dialog").matches("[open]")) return;
        if (target instanceof HTMLElement && (target.id === "board" || target.matches("input, select, textarea"))) return;
        if (key === "ArrowLeft") play.view(play.shown.ply - 1);
        else if (key === "ArrowRight") play.view(play.shown.ply + 1);
        else return;
        event.preventDefault();
      });
      addEventListener("hashchange", () => this.dialogs.linked());
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.themed());
    }

    themed() {
      const { theme } = this.settings;
      const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
      document.documentElement.dataset.theme = dark ? "dark" : "light";
      find("theme").setAttribute("aria-pressed", String(dark));
      this.board.theme = dark ? "dark" : "light";
      for (const [name, colour] of Object.entries(this.data.board.dark))
        document.documentElement.style.setProperty(name, dark ? colour : null);
    }

    // What is on view

    changed() {
      this.aside = "";
      const { play } = this;
      this.drawBoard();
      this.drawCards();
      this.drawStatus();
      this.drawTools();
      this.advice.draw();
      this.drawMoves(); // last, because it scrolls in what the others leave
      this.announce();
      if (play.seats.length) this.keep();
      this.advice.ask();
    }

    /** Whether values and hints are withheld: in a challenge and against a friend far away. */
    get secret() {
      const { play } = this;
      return !play.last.over && (play.challenge !== null || play.seats.some(({ kind }) => kind === "away"));
    }

    /** @param {MoveValue[]} values */
    drawBoard(values = this.advice.shown) {
      const { play, engine } = this;
      const { shown } = play;
      const cells = engine.cells(shown);
      const before = shown.parent ? engine.cells(shown.parent) : cells;
      this.board.locked = !(play.live && play.open);
      this.board.draw({
        cells, values,
        last: cells.flatMap((cell, site) => (cell === before[site] ? [] : [site])),
        deciding: engine.deciding(shown),
        legal: shown.moves,
        turn: shown.turn,
        description: this.sentence(shown),
      });
    }

    drawCards() {
      const { play } = this;
      const { cast } = play;
      const own = cast.you ?? 0;
      const others = play.seats.flatMap((_, seat) => (seat === own ? [] : [seat]));
      find("below").replaceChildren(this.card(own));
      find("above").replaceChildren(...others.map((seat) => this.card(seat)));
      find("above").classList.toggle("many", others.length > 1);
    }

    /** @param {number} seat */
    card(seat) {
      const { play, data, words } = this;
      const { kind, called, text } = play.seats[seat];
      const turn = !play.last.over && play.last.turn === seat;
      const name = play.seats.length > 1 ? words.name(seat, play.cast) : words.phrases.you;
      const level = data.levels.find((each) => each.player === text);
      const settings = called ? called.full.slice(called.short.length).replace(/^, /, "") : "";
      const role = { computer: [level?.label, settings].filter(Boolean).join(" · "), here: "", away: "plays by message" }[kind];
      const named = words.colour(seat);
      const colourName = named.length < 2 || named.startsWith("player") ? "" : named;
      const detail = [role, colourName].filter(Boolean).join(" · ");
      const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      face.setAttribute("viewBox", "0 0 48 48");
      face.setAttribute("class", "face");
      face.setAttribute("aria-hidden", "true");
      face.innerHTML = FACES[kind];
      const piece = made("span", { class: "piece" });
      piece.innerHTML = data.board.swatches[seat];
      const about = made("div", {}, made("h2", {}, name));
      if (detail) about.append(made("p", {}, detail));
      return made("div", { class: `card${turn ? " turn" : ""}` }, face, about, piece);
    }

    drawMoves() {
      const { play, words } = this;
      const list = find("moves");
      const across = Math.min(play.seats.length, 3);
      list.style.setProperty("--across", String(across));
      const items = play.line.slice(1).map((position) => {
        const text = this.data.board.moves[/** @type {number} */ (position.move)].text;
        const button = made("button", { type: "button", "data-ply": String(position.ply), title: words.move(position.move ?? 0) }, text);
        if (position === play.shown) button.setAttribute("aria-current", "step");
        const sign = this.advice.sign(position.ply);
        if (sign) button.append(made("em", {}, sign));
        const number = (position.ply - 1) % across === 0 ? [made("small", { "aria-hidden": "true" }, String(Math.ceil(position.ply / across)))] : [];
        return made("li", {}, ...number, button);
      });
      list.replaceChildren(...items);
      const now = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
      // Not scrollIntoView: that would move the page too.
      if (now) {
        const item = /** @type {HTMLElement} */ (now.parentElement);
        list.scrollLeft = item.offsetLeft - list.offsetLeft - list.clientWidth / 2;
        list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      } else list.scrollTo(0, 0);
      this.disabled("earlier", play.shown.ply === 0);
      this.disabled("later", play.live);
    }

    /**
     * @param {string} id
     * @param {boolean} disabled
     */
    disabled(id, disabled) {
      find(id).setAttribute("aria-disabled", String(disabled));
    }

    drawTools() {
      const { play } = this;
      this.disabled("back", !play.before);
      this.disabled("hint", this.secret || play.shown.over || play.thinking);
      this.disabled("values", this.secret);
      find("values").hidden = !this.two;
      find("values").setAttribute("aria-pressed", String(this.settings.values));
    }

    /**
     * How a position is to be spoken of: how the game ended, or whose turn it is.
     * @param {Position} position
     */
    sentence(position) {
      const { words, play } = this;
      if (position.over) return words.over(position.result, play.cast);
      return play.seats.length ? words.turn(position.turn, play.cast) : "";
    }

    drawStatus() {
      const { play, words } = this;
      const { last, challenge } = play;
      const side = challenge ? words.phrases.you : "";
      let status = this.sentence(last);
      let note = last.move === null || last.parent === null ? "" : words.played(last.parent.turn, last.move, play.cast);
      /** @type {[string, () => void, boolean?][]} */
      let actions = [];
      if (!play.live) {
        status = play.shown.ply === 0 ? "The start of the game" : `After move ${play.shown.ply} of ${last.ply}`;
        note = this.advice.remark() ?? this.sentence(play.shown);
        if (!challenge && play.shown.ply >= play.floor && !play.shown.over) actions.push(["Play on from here", () => play.goOn()]);
        actions.push([last.over ? "To the end" : "Back to the game", () => play.view(last.ply), true]);
      } else if (last.over) {
        if (challenge) {
          const made = Math.ceil((last.ply - play.floor) / 2);
          note = play.met ? `You did it, in ${made} ${made === 1 ? "move" : "moves"}.` : "The challenge is not met: try another way.";
          actions.push(["Try again", () => this.dialogs.again(), !play.met]);
        } else actions.push(["Again", () => this.dialogs.again(), true]);
        if (this.two && !this.data.embed) actions.push(["How it went", () => this.advice.judge()]);
        if (play.seats.some(({ kind }) => kind === "away")) actions.unshift(["Send", () => this.dialogs.send()]);
      } else if (play.thinking) {
        status = words.thinking(last.turn, play.cast);
        actions.push(["Stop", () => play.halt()]);
      } else if (play.toMove?.kind === "computer") {
        actions.push([`Let it play`, () => play.resume(), true]);
      } else if (play.awaits) {
        if (last.ply > play.floor) note = "Send your move, then read the answer.";
        actions.push(["Send", () => this.dialogs.send(), last.ply > play.floor], ["Read", () => this.dialogs.read(), last.ply === play.floor]);
      } else if (challenge && last.ply === play.floor) note = `${side}: ${this.dialogs.aim(challenge.aim)}`;
      if (this.advice.reviewing) actions = [...actions.filter(([text]) => text === "Play on from here"), ["Close", () => this.advice.close()]];
      if (this.advice.reviewing && this.advice.lost.length) actions.unshift(["Next mistake", () => this.advice.next(), true]);
      if (this.data.embed && !actions.length) actions.push(["New game", () => this.dialogs.again()]);
      const reasons = !this.data.embed && play.reasons?.position === last ? words.looked(play.reasons.choice) : "";
      find("status").textContent = status;
      find("note").textContent = this.aside || note;
      if (play.live && !last.over && !this.aside && reasons) find("note").append(made("small", {}, `. ${reasons}`));
      const won = play.live && last.over && play.cast.you !== null && last.standings[play.cast.you] > 0;
      document.body.classList.toggle("won", won);
      document.body.classList.toggle("over", play.live && last.over);
      this.act(actions);
    }

    /**
     * The buttons beside the status; one that stays keeps the focus.
     * @param {[string, () => void, boolean?][]} actions
     */
    act(actions) {
      const place = find("actions");
      const within = place.contains(document.activeElement);
      place.replaceChildren(
        ...actions.map(([text, act, main]) => {
          const button = made("button", { type: "button", class: main ? "main" : "" }, text);
          button.addEventListener("click", act);
          return button;
        }),
      );
      if (!within) return;
      const first = place.querySelector("button");
      if (first) first.focus({ preventScroll: true });
      else this.board.focus();
    }

    /** @param {Progress} progress */
    progress({ nodes, seconds }) {
      if (seconds < 0.5 || !this.play.live) return;
      find("note").textContent = `${nodes.toLocaleString("en")} positions, ${seconds.toFixed(1)} s`;
    }

    /** Tell a screen reader what has happened. */
    announce() {
      const { play, words } = this;
      const { shown } = play;
      if (!play.seats.length) return;
      const moved = shown.move === null || !shown.parent ? "" : `${words.played(shown.parent.turn, shown.move, play.cast)}. `;
      const text = play.thinking ? `${moved}${words.thinking(play.last.turn, play.cast)}` : `${moved}${this.sentence(shown)}`;
      const met = play.met === null || !play.live ? "" : ` ${find("note").textContent}`;
      if (text + met !== this.aloud) find("said").textContent = text + met;
      this.aloud = text + met;
    }
  }

  Object.assign(globalThis, {
    PlygroundPage: {
      made,
      find,
      /**
       * Open a game in this document.
       * @param {PageData} data
       * @param {BufferSource} module
       */
      async open(data, module) {
        const engine = /** @type {PageEngine} */ (/** @type {unknown} */ (await PlygroundEngine.open(data.engine, module)));
        find("opening").hidden = true;
        /** @type {HTMLElement} */ (document.querySelector("main")).hidden = false;
        find("theme").hidden = false;
        const page = new Page(data, engine);
        page.dialogs.linked();
        return page;
      },
    },
  });
})();

// A board that can be played on: clicks, taps and keys become moves. What a move does is up to who
// uses it: `playable(board, { play, warn, tell })` is given the moves, what is wrong, and the move
// that the arrow keys are at.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function playable(board, { play, warn, tell }) {
  const data = JSON.parse(board.dataset.board);
  const dialog = document.getElementById("chooser");
  let first = null; // the first dot chosen, where two make a move
  let cursor = null; // the move that the arrow keys are at

  const site = (number) => board.querySelector(`[data-site="${number}"]`);

  function mark(dot, on) {
    board.querySelector(`[data-dot="${dot}"]`)?.classList.toggle("chosen", on);
  }

  function choose(moves) {
    if (moves.length === 1) {
      play(moves[0].move);
      return;
    }
    const buttons = moves.map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = each.label;
      button.setAttribute("aria-label", each.move);
      button.addEventListener("click", () => {
        dialog.close();
        play(each.move);
      });
      return button;
    });
    dialog.querySelector("[data-choices]").replaceChildren(...buttons);
    dialog.showModal();
  }

  function atSite(number) {
    const dropped = data.drops[number];
    return data.moves.filter((each) => (dropped ? each.move === dropped : each.sites.includes(number)));
  }

  function clickDot(dot) {
    if (first === null) {
      mark((first = dot), true);
      return;
    }
    const [a, b] = [Math.min(first, dot), Math.max(first, dot)];
    mark(first, false);
    first = null;
    const chosen = data.moves.find(({ sites }) => {
      const edge = data.edges[sites[0]];
      return edge && edge[0] === a && edge[1] === b;
    });
    if (chosen) play(chosen.move);
    else warn();
  }

  board.addEventListener("click", (event) => {
    if (!board.classList.contains("mine") || event.detail > 1) return;
    const dot = event.target.closest("[data-dot]");
    const place = event.target.closest("[data-site]");
    if (dot) {
      clickDot(Number(dot.dataset.dot));
    } else if (first !== null) {
      mark(first, false);
      first = null;
      warn();
    } else if (place) {
      const number = Number(place.dataset.site);
      const moves = atSite(number);
      if (moves.length) choose(moves);
      else if (data.edges[number]) warn();
      else play(data.drops[number] ?? String(number + 1)); // the server says what is wrong
    }
  });

  // The move that would be made is shown

  function preview(move) {
    for (const each of board.querySelectorAll(".preview")) each.classList.remove("preview");
    for (const number of move?.sites ?? []) site(number)?.classList.add("preview");
  }

  board.addEventListener("pointerover", (event) => {
    const place = event.target.closest("[data-site]");
    if (place && board.classList.contains("mine")) preview(atSite(Number(place.dataset.site))[0]);
  });

  function centre(move) {
    const box = site(move.sites[0]).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  // The nearest move that way; if there is none, the next in their order.
  function walk(dx, dy) {
    const moves = data.moves.filter((each, at) => data.moves.findIndex((m) => m.sites[0] === each.sites[0]) === at);
    if (!moves.length) return;
    if (cursor) {
      const [x, y] = centre(cursor);
      const costs = moves.map((each) => {
        const [ex, ey] = centre(each);
        const along = (ex - x) * dx + (ey - y) * dy;
        return along < 2 ? Infinity : along + 2.5 * Math.abs((ex - x) * dy + (ey - y) * dx);
      });
      const least = Math.min(...costs);
      const round = (moves.indexOf(cursor) + (dx + dy > 0 ? 1 : -1) + moves.length) % moves.length;
      cursor = moves[least === Infinity ? round : costs.indexOf(least)];
    } else [cursor] = moves;
    preview(cursor);
    tell(cursor.move);
  }

  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !board.classList.contains("mine")) return;
    if (event.key in ARROWS) walk(...ARROWS[event.key]);
    else if (event.key === "Enter" && cursor) choose(data.moves.filter((each) => each.sites[0] === cursor.sites[0]));
    else return;
    event.preventDefault();
  });

  board.classList.add("mine"); // from now on; without it, it is only looked at
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
}

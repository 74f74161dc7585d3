// How what a move puts on a board arrives. Each function starts one motion of a site's element and
// says how many milliseconds it takes; at its end the picture is as it was drawn.
//
// A plain script without imports, as board.js is.

(() => {
  const FALL = 420; // milliseconds from above the board to its foot
  const BOUNCE = 160;
  const DRAW = 350;

  /**
   * A counter falls from above the board and bounces; the sign of the last move comes after it.
   * @param {SVGGElement} element
   * @param {DOMRect} view
   */
  function fall(element, view) {
    const at = /** @type {SVGTransform} */ (element.transform.baseVal[0]).matrix;
    const height = at.f - view.y + element.getBBox().height;
    const fall = FALL * Math.sqrt(height / view.height);
    const total = fall + BOUNCE;
    /** @param {number} up */
    const moved = (up) => `translate(${at.e}px, ${at.f - up}px)`;
    element.animate(
      [
        { transform: moved(height), easing: "cubic-bezier(.5, 0, .9, .6)" },
        { transform: moved(0), offset: fall / total, easing: "ease-out" },
        { transform: moved(0.015 * height), offset: (fall + BOUNCE / 2) / total, easing: "ease-in" },
        { transform: moved(0) },
      ],
      total,
    );
    const signs = element.querySelectorAll(".ply-sign");
    for (const sign of signs) sign.animate({ opacity: [0, 1] }, { duration: 120, delay: total, fill: "backwards" });
    return total;
  }

  /**
   * A mark grows in its cell.
   * @param {SVGGElement} element
   */
  function pop(element) {
    for (const each of element.children)
      if (each.tagName !== "rect")
        each.animate({ transform: ["scale(.4)", "scale(1.08)", "scale(1)"], opacity: [0, 1, 1] }, { duration: 220, easing: "ease-out" });
    return 220;
  }

  /**
   * A line is drawn from its one end to the other, with its dashes.
   * @param {SVGGElement} element
   */
  function grow(element) {
    const lines = [...element.querySelectorAll("line")].map((line) => ({
      line, at: ["x1", "y1", "x2", "y2"].map((name) => line.getAttribute(name) ?? "0"),
    }));
    const begin = performance.now();
    const step = () => {
      const share = Math.max(0, Math.min(1, (performance.now() - begin) / DRAW));
      const eased = 1 - (1 - share) ** 2;
      for (const { line, at } of lines) {
        const [x1, y1, x2, y2] = at.map(Number);
        line.setAttribute("x2", share === 1 ? at[2] : String(x1 + eased * (x2 - x1)));
        line.setAttribute("y2", share === 1 ? at[3] : String(y1 + eased * (y2 - y1)));
      }
      if (share < 1) requestAnimationFrame(step);
    };
    step();
    return DRAW;
  }

  Object.assign(globalThis, { PlygroundMotion: { fall, pop, grow } });
})();

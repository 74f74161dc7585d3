// How what a move puts on a board arrives. Each function begins the motion of something and says how many
// milliseconds it takes; at its end the picture is as it was drawn.

const FALL = 420; // milliseconds from above the board to its foot
const BOUNCE = 160;
const DRAW = 350;
const POP = 220;
const PAPERS = 26;
const CHEER = 1500;

/** Whether a page, or the visitor's system, asks for less motion. */
export function still() {
  return document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The sign of the last move comes after what it is about.
 * @param {Element} element
 * @param {number} delay
 */
function signs(element, delay) {
  for (const each of element.querySelectorAll(".ply-sign")) appear(each, delay);
  return delay;
}

/**
 * @param {Element} element
 * @param {number} delay
 */
export function appear(element, delay) {
  element.animate({ opacity: [0, 1] }, { duration: 160, delay, fill: "backwards" });
}

/**
 * A counter falls from above the board and bounces.
 * @param {SVGGElement} element
 * @param {DOMRect} view
 */
export function fall(element, view) {
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
  return signs(element, total);
}

/**
 * A mark grows in its cell.
 * @param {SVGGElement} element
 */
export function pop(element) {
  for (const each of element.children)
    if (each.tagName !== "rect" && !each.matches(".ply-sign"))
      each.animate({ transform: ["scale(.4)", "scale(1.08)", "scale(1)"], opacity: [0, 1, 1] }, { duration: POP, easing: "ease-out" });
  return signs(element, POP);
}

/**
 * Lines are drawn from the one end to the other, with their dashes.
 * @param {Element} element
 * @param {number} [delay]
 */
export function draw(element, delay = 0) {
  const lines = [...element.querySelectorAll("line")].map((line) => ({
    line, at: ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name))),
  }));
  const begin = performance.now() + delay;
  if (delay) element.animate({ visibility: ["hidden", "hidden"] }, delay);
  const step = () => {
    const share = Math.max(0, Math.min(1, (performance.now() - begin) / DRAW));
    const eased = 1 - (1 - share) ** 2;
    for (const { line, at: [x1, y1, x2, y2] } of lines) {
      line.setAttribute("x2", String(share === 1 ? x2 : x1 + eased * (x2 - x1)));
      line.setAttribute("y2", String(share === 1 ? y2 : y1 + eased * (y2 - y1)));
    }
    if (share < 1) requestAnimationFrame(step);
  };
  step();
  return DRAW;
}

/**
 * A few pieces of paper come down over an element, and are gone.
 * @param {HTMLElement} place
 * @param {string[]} colours
 */
export function cheer(place, colours) {
  const { clientWidth: width, clientHeight: height } = place;
  for (let number = 0; number < PAPERS; number++) {
    const paper = document.createElement("i");
    const x = 40 + Math.random() * (width - 90); // it drifts, and must not widen the page
    const [far, delay] = [height * (0.5 + Math.random() / 2), Math.random() * 400];
    const turn = 360 * (Math.random() - 0.5);
    Object.assign(paper.style, { background: colours[number % colours.length], left: `${x}px` });
    paper.className = "paper";
    place.append(paper);
    const moves = paper.animate(
      [
        { transform: "translateY(-12px)", opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${turn / 6}px, ${far}px) rotate3d(1, 1, .4, ${2 * turn}deg)`, opacity: 0 },
      ],
      { duration: CHEER, delay, easing: "cubic-bezier(.3, .2, .6, 1)", fill: "backwards" },
    );
    moves.finished.finally(() => paper.remove());
  }
}

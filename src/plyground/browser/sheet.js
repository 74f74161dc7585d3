// How a board looks beyond its picture: its buttons, what is asked near them, and what lies beside it.

export const STYLE = `
  :host { display: block; }
  :host([hidden]) { display: none; }
  * { box-sizing: border-box; }
  .frame { position: relative; display: flex; flex-wrap: wrap; justify-content: center; user-select: none; -webkit-user-select: none; -webkit-tap-highlight-color: transparent;
    --beside: 0px; --over: 0px; --wide: min(100% - var(--beside), (var(--ply-most-height, 85vh) - var(--over)) * var(--ratio));
    --accent: var(--ply-accent, #0b7a75); --card: var(--ply-card, #fffdf9); --ink: var(--ply-ink, #1d2430);
    --line: var(--ply-line, #ddd6c8);
    --win: var(--ply-win, #2c7d46); --draw: var(--ply-draw, #7a6100); --loss: var(--ply-loss, #b3261e); }
  .frame.valued { --beside: 18px; } .frame.choosy { --beside: 58px; } .frame.valued.choosy { --beside: 76px; }
  .board { position: relative; flex: none; width: var(--wide); }
  .bar { display: none; justify-content: center; width: 10px; margin-right: 8px; visibility: hidden; }
  .bar div { flex: 1; display: flex; flex-direction: column; justify-content: flex-end; border-radius: 5px; overflow: hidden; }
  .bar i { flex: none; width: 100% !important; }
  .valued .bar { display: flex; }
  .bar.known { visibility: visible; }
  .frame:not(.still) .bar i { transition: height .4s, width .4s; }
  @media (max-width: 599px), (max-width: 1100px) and (orientation: portrait) {
    .frame.valued { --beside: 0px; } .frame.valued.choosy { --beside: 58px; }
    .bar { position: absolute; top: calc(100% + 1.5px); left: 0; right: 0; width: auto; height: 5px; margin: 0; } /* in the gap below */
    .bar div { flex: none; flex-direction: row; justify-content: flex-start; width: calc(var(--wide) + var(--beside)); }
    .valued .bar i { width: var(--share) !important; height: 100% !important; }
  }
  svg { display: block; width: 100%; height: auto; touch-action: manipulation; overflow: clip; overflow-clip-margin: 1px; }
  .targets { position: absolute; inset: 0; pointer-events: none; }
  .target { position: absolute; margin: 0; padding: 0; border: 0; background: none; cursor: pointer; pointer-events: auto;
    touch-action: manipulation; border-radius: 14px; font-size: 0; color: transparent; }
  .dot { border-radius: 50%; }
  .dot::after { content: ""; position: absolute; left: 50%; top: 50%; width: max(100%, 44px); height: max(100%, 44px); transform: translate(-50%, -50%); border-radius: 50%; } /* for a finger */
  .board:not(.open) .target, .target[aria-disabled="true"] { cursor: default; }
  .open [data-site] { cursor: pointer; }
  .target:focus-visible { outline: 3px solid #fff; outline-offset: -3px; box-shadow: 0 0 0 3px #14171d; }
  .open .column:focus-visible { background: rgb(255 255 255 / 10%); }
  .open .target.over { box-shadow: inset 0 0 0 4px var(--mover, var(--accent)); }
  @media (hover: hover) {
    .open .target:hover:not([aria-disabled="true"]) { box-shadow: inset 0 0 0 3px var(--mover, var(--accent)); }
    .open .column:hover:not([aria-disabled="true"]) { background: rgb(255 255 255 / 10%); box-shadow: none; }
  }
  .open .goal { background: radial-gradient(circle, var(--mover, var(--accent)) 16%, transparent 18%); box-shadow: inset 0 0 0 3px var(--mover, var(--accent)); }
  .open .target[aria-pressed="true"] { box-shadow: inset 0 0 0 5px var(--mover, var(--accent)); }
  .ply-ghost { opacity: .45; pointer-events: none; }
  .ply-unseen { color: var(--loss); fill: none; stroke: currentColor; stroke-width: 3px; } .ply-unseen circle:first-child { fill: var(--card); stroke-dasharray: 9 6; stroke-width: 4px; }
  .ply-dashed line { stroke-dasharray: 12 13; }
  .faces { position: absolute; inset: 0; pointer-events: none; } .faces span { position: absolute; display: flex; flex-wrap: wrap; justify-content: center; gap: 1px; width: 13%; transform: translate(-50%, -50%); }
  .faces .face { width: min(34px, 31%); height: auto; aspect-ratio: 1; border-radius: 30%; overflow: hidden; } .faces svg { display: block; width: 100%; height: 100%; }
  .ply-aside > * { transform: translate(var(--aside), calc(-1 * var(--aside))) scale(.5); }
  .ply-value circle { fill: var(--card); stroke: var(--line); stroke-width: 1.5px; }
  .ply-value text { fill: var(--ink); font-weight: 700; }
  .ply-win text { fill: var(--win); } .ply-draw text { fill: var(--draw); } .ply-loss text { fill: var(--loss); }
  .ply-value.ply-best text { fill: var(--card); }
  .ply-best circle { fill: var(--ink); stroke: none; }
  .ply-best.ply-win circle { fill: var(--win); } .ply-best.ply-draw circle { fill: var(--draw); }
  .ply-best.ply-loss circle { fill: var(--loss); } .ply-best.ply-try circle { fill: var(--win); }
  .frame:not(.still) .ply-try { animation: beckon 1.1s ease-in-out 3; }
  @keyframes beckon { 50% { opacity: .45; } }
  .paper { position: absolute; z-index: 2; top: 0; width: 9px; height: 13px; border-radius: 2px; opacity: 0; pointer-events: none; }
  .tray { display: none; flex: none; flex-direction: column; justify-content: center; gap: clamp(0px, (100svh - 568px) * .1, 14px); width: 50px; margin-left: 8px; }
  .choosy .tray { display: flex; }
  .tray button { touch-action: none; cursor: grab; }
  .tray button, .carried { width: 50px; height: 48px; padding: 0; border: 0; border-radius: 12px; background: var(--card); color: var(--ink);
    box-shadow: 0 0 0 1.5px var(--line), 0 2px 0 1.5px var(--line); font: inherit; font-size: 20px; font-weight: 700; line-height: 1; }
  .tray button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .tray button[aria-pressed="true"] { box-shadow: 0 0 0 3px var(--mover, var(--accent)); }
  .board:not(.open) + .tray button { opacity: .5; cursor: default; }
  .tray [data-away] { opacity: .35; }
  .carried { position: absolute; z-index: 2; left: 0; top: 0; display: grid; place-items: center; pointer-events: none; }
  .moving .dot { cursor: grab; touch-action: none; box-shadow: 0 0 0 3px var(--accent) !important; }
  .done { position: absolute; min-height: 44px; padding: 6px 18px; border: 0; border-radius: 12px; background: var(--accent);
    color: var(--card); font: inherit; font-weight: 700; cursor: pointer; }
  .done:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
  .chooser, .tray { font-weight: 600; }
  .ply-label, .ply-dot text { visibility: var(--ply-labels, visible); }
  .chooser { position: absolute; z-index: 1; display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; padding: 8px;
    width: max-content; max-width: min(100%, 166px); background: var(--card); color: var(--ink); border-radius: 14px;
    box-shadow: 0 0 0 1px var(--line), 0 6px 24px rgb(0 0 0 / 28%); font-weight: 600; font-size: 18px; line-height: 1.1; }
  .chooser[hidden] { display: none; }
  .chooser button { min-width: 46px; min-height: 46px; padding: 2px 4px; border: 1.5px solid var(--line); border-radius: 10px;
    background: none; color: inherit; font: inherit; cursor: pointer; touch-action: manipulation; }
  .chooser button:hover { border-color: var(--accent); }
  .chooser button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
  small { display: block; font-size: 12px; font-weight: 700; }
  .ply-win small { color: var(--win); } .ply-draw small { color: var(--draw); } .ply-loss small { color: var(--loss); }
  .chooser button.ply-best { border-width: 3px; border-color: currentColor; }
`;
export const DARK = {
  "--ply-accent": "#4fc9c0", "--ply-card": "#1d222b", "--ply-line": "#4a5566",
  "--ply-win": "#62c07f", "--ply-draw": "#e5c55a", "--ply-loss": "#ff9c94",
};

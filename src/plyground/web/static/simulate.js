// The simulation page. The server plays and draws; this puts what it sends in its place, fills the
// screen, and remembers the number of rounds that was asked for last.

import { LOST } from "./page.js";

const ANNOUNCED_EVERY = 10_000; // milliseconds between two scores read out
const AGAIN = 3000; // milliseconds after which it is listened again

const setup = document.getElementById("setup");
const stage = document.getElementById("stage");
if (setup) remember();
if (stage) {
  watch();
  fill();
}

function remember() {
  const rounds = document.getElementById("rounds");
  const kept = localStorage.getItem("rounds");
  if (kept && !new URLSearchParams(location.search).has("rounds") && location.pathname === "/simulate") {
    rounds.value = kept;
  }
  document.addEventListener("submit", () => {
    localStorage.setItem("rounds", document.getElementById("rounds").value);
  });
}

function watch() {
  if ("ended" in stage.dataset) return;
  const announced = document.getElementById("announced");
  const problem = document.getElementById("problem");
  const score = document.getElementById("shown-score");
  let lately = -Infinity;
  let events = null;
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
  listen();

  function listen() {
    events = new EventSource(`${stage.dataset.simulation}/events`);
    for (const name of ["board", "figures", "score", "chart"]) {
      const place = document.getElementById(`shown-${name}`);
      events.addEventListener(name, ({ data }) => { place.innerHTML = data; });
    }
    events.addEventListener("score", ({ timeStamp }) => {
      if (timeStamp - lately < ANNOUNCED_EVERY) return;
      lately = timeStamp;
      announced.textContent = score.textContent;
    });
    events.addEventListener("end", () => {
      events.close();
      stage.dataset.ended = "";
      announced.textContent = score.textContent;
    });
    events.addEventListener("problem", ({ data }) => { problem.textContent = data; });
    events.addEventListener("error", async () => {
      problem.textContent = LOST;
      if (events.readyState !== EventSource.CLOSED) return;
      // There was an answer, maybe a proxy's: the browser does not try again by itself.
      const answer = await fetch(stage.dataset.simulation).catch(() => null);
      if (answer?.status === 404) problem.textContent = "This simulation is no longer here.";
      else setTimeout(listen, AGAIN);
    });
    events.addEventListener("open", () => { problem.textContent = ""; });
  }
}

function fill() {
  let lock = null;

  // A screen that shows a simulation stays on, where the browser can see to it.
  const stayOn = async () => {
    const filling = stage.classList.contains("filling");
    if (!filling || document.hidden) return;
    try {
      lock = await navigator.wakeLock?.request("screen");
    } catch {
      lock = null; // the system does not want to: no harm
    }
  };

  const show = (filling) => {
    stage.classList.toggle("filling", filling);
    document.documentElement.classList.toggle("filled", filling);
    stage.querySelector(filling ? "[data-leave]" : "[data-full]").focus();
    if (filling) stayOn();
    else lock?.release();
  };

  stage.querySelector("[data-full]").addEventListener("click", async () => {
    show(true);
    try {
      await stage.requestFullscreen();
    } catch {
      // Some phones have no full screen for pages: the window is filled then.
    }
  });
  stage.querySelector("[data-leave]").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else show(false);
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) show(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && stage.classList.contains("filling")) show(false);
  });
  document.addEventListener("visibilitychange", stayOn);
}

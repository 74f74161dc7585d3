// On every page of a screen that has a show: brings it back after a minute without a touch or a key.

(() => {
  const QUIET = 60_000; // milliseconds
  const show = sessionStorage.getItem("show");
  if (!show || location.pathname === show) return;
  let timer = 0;
  const back = async () => {
    const answer = await fetch(show).catch(() => null);
    if (answer?.status === 404) sessionStorage.removeItem("show"); // the simulation is gone
    else if (answer) location.assign(show);
    else wait(); // the network is away
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(back, QUIET);
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, wait, { capture: true, passive: true });
  wait();
})();

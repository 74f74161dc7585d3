// Keeps the screen on, in browsers that can, for as long as a page needs it.

/**
 * Keep the screen on while `needed` says so; the function asks again, for example after a change.
 * @param {() => boolean} needed
 */
export function keepAwake(needed) {
  /** @type {WakeLockSentinel | null} */
  let lock = null;

  const ask = async () => {
    if (!needed()) {
      lock?.release();
      lock = null;
    } else if (!document.hidden) {
      try {
        lock = await navigator.wakeLock?.request("screen");
      } catch {
        lock = null; // the system refuses, which does no harm
      }
    }
  };
  // The browser lets go of it while the page is hidden.
  document.addEventListener("visibilitychange", ask);
  return ask;
}

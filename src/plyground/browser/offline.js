// What a browser keeps of these pages, so that they play without a network: the first page at once, and
// each other one when it was opened. arcade.py writes before it which files are `known`, the index among them,
// and a seal of all pages: another one takes the place of what was kept.

const worker = /** @type {any} */ (globalThis); // a service worker's own names are not those of a page
/** @type {{ seal: string, index: string, files: string[] }} */
const known = worker.known;
const OWN = `plyground ${worker.registration.scope} `; // other folders of the address have theirs
const NAME = `${OWN}${known.seal}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const keep = async () => {
    const kept = await caches.open(NAME);
    await kept.addAll(known.files.map((file) => new Request(file, { cache: "reload" })));
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, href, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const answered = async () => {
    const kept = await caches.open(NAME);
    const place = pathname.endsWith("/") ? known.index : href;
    const found = await kept.match(place, { ignoreSearch: true });
    if (found) return found;
    const answer = await fetch(request);
    if (answer.ok) await kept.put(href, answer.clone());
    return answer;
  };
  event.respondWith(answered());
});

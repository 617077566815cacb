/**
 * The service worker: after the first visit the page works without a network.
 *
 * It is used only by pages that `zchomp web --out` wrote. The network is asked first, so that a new version of the page
 * is seen at once; what it does not give, or not soon, comes from the copy of the last visit.
 */

const KEPT = "zchomp";

/** Milliseconds that the network has to begin an answer, if there is a copy. */
const PATIENCE = 3000;

/** Milliseconds for which a network that was late is not asked again: files that load each other do not add up. */
const REST = 30_000;

/** the time until which kept files are taken without asking the network */
let resting = 0;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event));
});

/** Keep every file of the page. */
async function fill() {
  const names = await (await fetch("files.json")).json();
  const kept = await caches.open(KEPT);
  await kept.addAll(["./", ...names]);
  await worker.skipWaiting();
}

/**
 * A file from the network, or from the last visit if the network gives none, or only an error, or is late.
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function answer(event) {
  const { request } = event;
  const kept = await caches.open(KEPT);
  const copy = await kept.match(request, { ignoreSearch: true });
  if (copy && Date.now() < resting) return copy;
  const asked = fetch(request).catch(() => Response.error());
  const response = await (copy ? Promise.race([asked, late()]) : asked);
  if (response?.ok) event.waitUntil(kept.put(request, response.clone()).catch(() => {}));
  else if (response === null) resting = Date.now() + REST;
  return response?.ok ? response : copy ?? response ?? asked;
}

/**
 * Nothing, after the time that the network has.
 * @returns {Promise<null>}
 */
const late = () => new Promise((resolve) => setTimeout(resolve, PATIENCE, null));

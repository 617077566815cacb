/**
 * The service worker: after the first visit the page works without a network.
 *
 * It is used only by pages that `zchomp web --out` wrote. The network is asked first, so that a new version of the page
 * is seen at once; what it does not give comes from the copy of the last visit.
 */

const KEPT = "zchomp";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** Keep every file of the page. */
async function fill() {
  const names = await (await fetch("files.json")).json();
  const kept = await caches.open(KEPT);
  await kept.addAll(["./", ...names]);
  await worker.skipWaiting();
}

/**
 * A file from the network, or from the last visit if the network gives none, or only an error.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  const kept = await caches.open(KEPT);
  const response = await fetch(request).catch(() => Response.error());
  if (!response.ok) return (await kept.match(request, { ignoreSearch: true })) ?? response;
  await kept.put(request, response.clone());
  return response;
}

/**
 * The service worker: after the first visit the page works without a network.
 *
 * It is used only by pages that `zchomp web --out` wrote. That command names the version of the page here, so that
 * another version has another worker. Each worker keeps all files of its version, and answers with no others: a new
 * file beside an old one may lack what the old one asks it for. The page itself says when a new version takes over
 * (offline.js).
 */

/** The name of the cache; where the page was written, with the digest of its files. */
const KEPT = "zchomp";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The same name for this page alone: others may come from the same host. */
const HERE = `${KEPT} ${worker.registration.scope}`;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
worker.addEventListener("message", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** Keep every file of this version, if the host has all of them now. */
async function fill() {
  /** @type {string[]} */
  const names = (await (await get("files.json")).json()).filter((/** @type {string} */ name) => name !== "sw.js");
  const files = await Promise.all(names.map(async (name) => ({ name, answer: await get(pathOf(name)) })));
  const digest = await digestOf(files);
  if (!KEPT.endsWith(` ${digest}`)) throw new Error(`these files are not ${KEPT}`);
  const kept = await caches.open(HERE);
  await Promise.all(files.map(({ name, answer }) => kept.put(pathOf(name), answer)));
}

/**
 * Where a file is; the first page is where the folder is, which some hosts insist on.
 * @param {string} name
 */
const pathOf = (name) => (name === "index.html" ? "./" : name);

/**
 * A file as the host has it now.
 * @param {string} path
 */
async function get(path) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/**
 * The first digits of the SHA-256 of names and files, as `zchomp web --out` computes them.
 * @param {{name: string, answer: Response}[]} files
 */
async function digestOf(files) {
  const parts = await Promise.all(files.map(async ({ name, answer }) => [`${name}\n`, await answer.clone().blob()]));
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts.flat()).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** Forget other versions of this page, and answer the page that is open. */
async function begin() {
  const { scope } = worker.registration;
  for (const name of await caches.keys()) {
    const [page, , where = scope] = name.split(" ");
    if (page === "zchomp" && where === scope && name !== HERE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/**
 * A file of this version, whatever comes after its name; what is not kept comes from the network.
 * @param {Request} request
 */
async function answer(request) {
  const kept = await caches.open(HERE);
  const copy = await kept.match(request, { ignoreSearch: true, ignoreVary: true });
  const isStart = new URL(request.url).pathname === new URL("index.html", worker.registration.scope).pathname;
  return copy ?? (isStart ? await kept.match("./") : undefined) ?? fetch(request);
}

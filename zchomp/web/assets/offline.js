/**
 * The page is kept for visits without a network, if it was written for a web host (sw.js).
 *
 * A new version that the browser found takes over as long as the reader has done nothing yet, in this visit or the
 * next one. Then all pages of the old version load anew: their addresses tell what they showed.
 */

/** What a reader does. */
const DONE = ["pointerdown", "keydown", "wheel", "dragenter", "hashchange"];

/**
 * Keep the page, and look for a new version.
 * @param {string} script
 */
export async function keepPage(script) {
  const { serviceWorker } = navigator;
  let isKept = serviceWorker.controller !== null;
  let isUntouched = true;
  for (const event of DONE) addEventListener(event, () => (isUntouched = false), { once: true, capture: true });
  serviceWorker.addEventListener("controllerchange", () => {
    if (isKept) location.reload();
    isKept = true;
  });
  const registration = await serviceWorker.register(script);
  const begin = async () => {
    await quiet();
    if (isUntouched) registration.waiting?.postMessage("begin");
  };
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") begin();
    });
  };
  registration.addEventListener("updatefound", follow);
  follow();
  await begin();
}

/** Wait for a second without requests: a version that is just answering some may stay for half a minute more. */
async function quiet() {
  const requests = () => performance.getEntriesByType("resource").length;
  let before;
  do {
    before = requests();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (requests() > before);
}

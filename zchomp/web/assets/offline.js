/**
 * The page is kept for visits without a network, if it was written for a web host (sw.js).
 *
 * A new version that the browser found takes over with the next visit; or at once, as long as the reader has done
 * nothing yet. Then all pages of the old version load anew: their addresses tell what they showed.
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
  registration.waiting?.postMessage("begin");
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && isUntouched) installing.postMessage("begin");
    });
  };
  registration.addEventListener("updatefound", follow);
  follow();
}

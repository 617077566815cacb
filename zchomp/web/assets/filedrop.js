/** Files that are given to the page: chosen in Verify, or dropped anywhere, and the page shows that they may be. */

import { byId } from "./dom.js";

/**
 * Hear of every file that is given: of several at once only the first, and how many there were.
 * @param {(file: File, many: number) => void} take
 */
export function onFile(take) {
  const here = byId("drop-here");
  const first = (/** @type {FileList | null | undefined} */ files) => {
    if (files?.[0]) take(files[0], files.length);
  };
  const chosen = byId("file", "input");
  chosen.addEventListener("change", () => {
    first(chosen.files);
    chosen.value = ""; // so that the same file can be chosen again
  });
  for (const name of /** @type {("dragover" | "dragenter")[]} */ (["dragover", "dragenter"])) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      if (event.dataTransfer?.types.includes("Files")) here.hidden = false;
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) here.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    here.hidden = true;
    first(event.dataTransfer?.files);
  });
}

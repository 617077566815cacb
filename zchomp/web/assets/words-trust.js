/** What you have to trust after a verdict; names of files, theorems and commands stand between backquotes. */

import { element } from "./dom.js";
import { isSource, sourceLink } from "./sources.js";

const SHORT =
  "In short: after “Verified” you trust Coq, two compilers and your browser, and not whoever made the file. In full, " +
  "the claim of the file is a theorem if you trust:";

const TRUSTED = [
  "the definition of Chomp in `proofs/Game/Chomp.v`, and Coq’s kernel, which checked the theorem `checker_sound`: " +
  "whatever the checker accepts is true;",
  "Coq’s extraction, the OCaml compiler and js_of_ocaml, which made `checker.js` of the checker; " +
  "`make -C proofs web` makes the same bytes again;",
  "that the operations on machine words, in `proofs/program/operations.ml`, `proofs/program/z_words.ml` and " +
  "`proofs/program/sets_words.ml`, are those that Coq defines, or fail where a number does not fit: tested against " +
  "Coq’s own, and not proved;",
  "`proofs/program/reader.ml`, `proofs/program/judging.ml` and `proofs/program/web.ml`, which read the file, and " +
  "feed all its lines to the checker;",
  "for the SHA-256 in the verdict, which says which file it was: `proofs/program/sha256_plain.ml`, which computes it;",
  "the few lines of this page that hand over the bytes and show the verdict; your browser, and your machine.",
];

const REST = [
  "You need not trust whoever made the certificate, any number in it, its digests, or the rest of this page. The " +
  "checker takes every certificate that `zchomp verify` takes, as long as its numbers have at most 31 bits. If you " +
  "want to trust less, run `proofs/zchomp-check-plain`, with Coq’s own numbers.",
  "Playing and the chart look up losers in the certificate. That lookup is ordinary JavaScript: it is tested against " +
  "Python, and not proved.",
];

/**
 * What has to be trusted, as elements.
 * @returns {Node[]}
 */
export function trustWords() {
  const items = TRUSTED.map((text) => element("li", {}, ...coded(text)));
  const rest = REST.map((text) => element("p", {}, ...coded(text)));
  return [element("p", {}, SHORT), element("ul", {}, ...items), ...rest];
}

/**
 * Text in which every other part, between backquotes, is a name; that of a file which comes with the page is a link.
 * @param {string} text
 */
const coded = (text) => text.split("`").map((part, i) => {
  if (i % 2 === 0) return part;
  return isSource(part) ? sourceLink(part) : element("code", {}, part);
});

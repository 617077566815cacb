/** The worker that computes all losers, or all nim-values, within a small bar. */

import { losersWithin, nimValuesWithin } from "./computed.js";

self.onmessage = ({ data: { what, bar } }) =>
  postMessage(what === "losers" ? losersWithin(bar) : nimValuesWithin(bar));

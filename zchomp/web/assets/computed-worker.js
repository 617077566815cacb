/** The worker that computes all losers within a small bar. */

import { losersWithin } from "./computed.js";

self.onmessage = ({ data: bar }) => postMessage(losersWithin(bar));

import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.insights";

/** On a phone the rows come first. */
const isPhone = (): boolean => globalThis.matchMedia?.("(max-width: 719px)").matches ?? false;

/** Whether funnel and hits stand beside the rows. Of the browser, whoever uses it. */
export const insights = proxy<{ shown: boolean }>({
  shown: readKept(KEY, (value) => (typeof value === "boolean" ? value : null)) ?? !isPhone(),
});

subscribe(insights, () => write(KEY, insights.shown));

import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.density";

/** Whether rows of results stand close together. Of the browser, whoever uses it. */
export const density = proxy<{ compact: boolean }>({
  compact: readKept(KEY, (value) => (typeof value === "boolean" ? value : null)) ?? true,
});

subscribe(density, () => write(KEY, density.compact));

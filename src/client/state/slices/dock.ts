import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.dock";

/** Height of the results dock as a share of the page. */
export const DOCK = { least: 0.2, most: 0.8, step: 0.05, usual: 0.44 } as const;

const within = (share: number): number => Math.min(DOCK.most, Math.max(DOCK.least, share));

export const dock = proxy({
  share: readKept(KEY, (value) => (typeof value === "number" ? within(value) : null)) ?? DOCK.usual,
});

export function setDock(share: number): void {
  dock.share = within(share);
}

subscribe(dock, () => write(KEY, dock.share));

import { proxy, subscribe, useSnapshot } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.dock";

/** Height of the results dock as a share of the page. */
export const DOCK = { least: 0.2, most: 0.8, step: 0.05 } as const;
/** Until somebody draws its edge: what one writes has the larger part of the page. */
const USUAL = 0.34;

const within = (share: number): number => Math.min(DOCK.most, Math.max(DOCK.least, share));

export const dock = proxy<{ share: number | null }>({
  share: readKept(KEY, (value) => (typeof value === "number" ? within(value) : null)),
});

export function useDockShare(): number {
  const { share } = useSnapshot(dock);
  return share ?? USUAL;
}

/** Null puts it back to what is usual. */
export function setDock(share: number | null): void {
  dock.share = share === null ? null : within(share);
}

subscribe(dock, () => write(KEY, dock.share));

/** One row of the palette. */
export interface Entry {
  /** Unique among all rows: what is selected is known by it. */
  readonly value: string;
  readonly title: string;
  readonly detail?: string;
  /** Found by these too. */
  readonly words?: string;
  readonly keys?: readonly string[];
  /** Why it cannot be done now; the row stays and says so. */
  readonly disabled?: string | null;
  /** Goes on to a page of its own instead of being done. */
  readonly page?: () => Page;
  /** How well it answers the query. */
  readonly points?: number;
  /** Done after the palette has closed and the focus is back. */
  readonly run?: () => void;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** More is on its way. */
  readonly pending?: boolean;
}

/** A page one goes to from a row: what is chosen there. */
export interface Page {
  readonly title: string;
  readonly placeholder: string;
  readonly groups: (query: string) => readonly Group[];
}

/** Rows of one list: three screens of the palette. Each costs a part of the key that brings it. */
export const LIST_ROWS = 30;

/** Rows that are drawn at most: no list of the palette is virtual. */
const MAX_ROWS = 50;

/** So many rows over all groups, each group cut to its own share first; its title takes the place of so many rows. */
export function cut(groups: readonly Group[], most = MAX_ROWS, title = 0): readonly Group[] {
  let left = most;
  return groups.flatMap((group) => {
    const entries = group.entries.slice(0, Math.max(0, left - title));
    if (entries.length === 0 && group.pending !== true) return [];
    left -= title + entries.length;
    return [{ ...group, entries }];
  });
}

/**
 * Groups as they arrive, for one query: what is on screen keeps its place, what comes later goes to the end of its group,
 * and a group that comes later to the end of all. So nothing moves under the cursor.
 */
export function settle(shown: readonly Group[], now: readonly Group[]): readonly Group[] {
  const before = new Map(shown.map((group) => [group.title, group]));
  const arrived = new Map(now.map((group) => [group.title, group]));
  const kept = shown.flatMap(({ title, entries }) => {
    const group = arrived.get(title);
    if (group === undefined) return [];
    const known = new Set(entries.map(({ value }) => value));
    const fresh = new Map(group.entries.map((entry) => [entry.value, entry]));
    const old = entries.flatMap(({ value }) => fresh.get(value) ?? []);
    return [{ ...group, entries: [...old, ...group.entries.filter(({ value }) => !known.has(value))] }];
  });
  return [...kept, ...now.filter(({ title }) => !before.has(title))];
}

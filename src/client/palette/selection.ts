import { useState } from "react";
import type { KeyboardEvent } from "react";
import type { Entry, Group } from "./entry.ts";

/** The row that Enter chooses, and how it is moved. */
export interface Selection {
  readonly row: Entry | null;
  /** The row was moved to by a key, so that it has to be in sight. */
  readonly byKey: boolean;
  /** Takes a key that moves or chooses; true where it did. */
  readonly press: (event: KeyboardEvent) => boolean;
  readonly point: (row: Entry) => void;
}

const can = ({ disabled }: Entry): boolean => (disabled ?? null) === null;

/** Where a key leads from the row at `at` of the rows that can be chosen; null for every other key. */
export function rowAfter(
  groups: readonly Group[],
  at: Entry | null,
  { key, altKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "metaKey">,
): Entry | null {
  const rows = groups.flatMap(({ entries }) => entries.filter(can));
  const index = rows.findIndex(({ value }) => value === at?.value);
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (key === "Home" || (step < 0 && metaKey)) return rows[0] ?? null;
  if (key === "End" || (step > 0 && metaKey)) return rows.at(-1) ?? null;
  if (step === 0 || rows.length === 0) return null;
  if (!altKey) return rows[(index + step + rows.length) % rows.length] ?? null;
  // The first row of the next group, or of the one before.
  const firsts = groups.flatMap(({ entries }) => entries.find(can) ?? []);
  const group = groups
    .filter(({ entries }) => entries.some(can))
    .findIndex(({ entries }) => entries.some(({ value }) => value === at?.value));
  return firsts[(group + step + firsts.length) % firsts.length] ?? null;
}

/**
 * Which row is selected: the first that can be chosen, until a key or the pointer moves it. It stays where it is while
 * rows arrive for the same `question`, and a new question begins at the top.
 */
export function useSelection(question: string, groups: readonly Group[], choose: (row: Entry) => void): Selection {
  const [moved, setMoved] = useState({ question, value: "", byKey: false });
  // A question that comes back is a new one.
  if (moved.question !== question) setMoved({ question, value: "", byKey: false });
  const rows = groups.flatMap(({ entries }) => entries.filter(can));
  const kept = moved.question === question ? rows.find(({ value }) => value === moved.value) : undefined;
  const row = kept ?? rows[0] ?? null;
  return {
    row,
    byKey: kept !== undefined && moved.byKey,
    press(event) {
      // What an input method is still composing is its own.
      if (event.nativeEvent.isComposing) return false;
      if (event.key === "Enter") {
        if (row !== null) choose(row);
        return true;
      }
      const next = rowAfter(groups, row, event);
      if (next === null) return false;
      setMoved({ question, value: next.value, byKey: true });
      return true;
    },
    point({ value }) {
      if (value !== row?.value) setMoved({ question, value, byKey: false });
    },
  };
}

import { readKept, write } from "../state/session/kept.ts";

const KEY = "scanbook.recents";
const MAX_RECENTS = 12;

const readRecents = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : null;

let recent: readonly string[] = readKept(KEY, readRecents) ?? [];

/** What was chosen last, the newest first. */
export const recents = (): readonly string[] => recent;

export function remember(value: string): void {
  recent = [value, ...recent.filter((one) => one !== value)].slice(0, MAX_RECENTS);
  write(KEY, recent);
}

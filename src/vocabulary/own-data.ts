import { GALLERY_LIMITS } from "./labels.ts";
import type { Minute, Unit } from "./types.ts";

/** A list of an account, as formulas name it. */
export interface OwnListName {
  /** As `in_list` names it, without regard to case. */
  readonly name: string;
  /** Another content has another version, whoever's it is. */
  readonly version: string;
}

/** A number of an account, as formulas name it. */
export interface OwnNumberName extends OwnListName {
  readonly unit: Unit;
  /** When a value is public at the latest, from the day that it is of: sessions, and minutes since midnight. */
  readonly known: { readonly day: number; readonly minute: Minute | "close" };
}

/** What formulas of an account may name of its own. */
export interface OwnNames {
  readonly lists: readonly OwnListName[];
  readonly numbers: readonly OwnNumberName[];
}

/**
 * Symbols and the days on which they are on a list, both ends included, days counted from 1970-01-01: three arrays of one
 * length. By symbol, then day; those of one symbol do not meet.
 */
export interface ListSpans {
  readonly symbols: readonly string[];
  readonly from: readonly number[];
  readonly until: readonly number[];
}

/** Values by symbol and day, each once: three arrays of one length. Labels are of securities, by their ids, not of symbols. */
export interface NumberRows {
  readonly of: "symbol" | "security";
  readonly keys: readonly (string | number)[];
  readonly days: readonly number[];
  readonly values: readonly number[];
}

/** What a request names of its account's own, with its rows. */
export interface OwnData {
  readonly lists: readonly (OwnListName & { readonly rows: ListSpans })[];
  readonly numbers: readonly (OwnNumberName & { readonly rows: NumberRows })[];
}

/** What a number of one's own may be called: what brackets can hold as one name. */
export const ownFieldName = /^[a-z][a-z0-9_]{0,39}$/i;
/** The labels of the gallery, as a number: whoever gives one sees the days behind it, so it is known when those are over. */
export const OWN_LABEL = {
  name: "label",
  unit: "plain",
  known: { day: GALLERY_LIMITS.sessionsAfter, minute: "close" },
} as const;

/** Names that brackets read otherwise, and the labels of the gallery. */
export const OWN_FIELD_RESERVED: ReadonlySet<string> = new Set([
  "adj",
  "adjdiv",
  "unadj",
  "at",
  "of",
  "and",
  "or",
  "not",
  OWN_LABEL.name,
]);

/** How names of lists and numbers are compared. */
export const ownKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

/** The one of a name; null where there is none. */
export const ownNamed = <One extends OwnListName>(all: readonly One[], name: string): One | null =>
  all.find((one) => ownKey(one.name) === ownKey(name)) ?? null;

/** When a number is known of which the file does not say when: as the next session opens. */
export const NEXT_OPEN = { day: 1, minute: 570 } as const;

/** Before the first and after the last day that a date can say: a list without days is for all of them. */
export const FIRST_LIST_DAY = -25_000;
export const LAST_LIST_DAY = 60_000;

/** Bounds of what an account brings along. A file of 8 MB is sent in base64. */
export const OWN_BOUNDS = { name: 80, body: 12 << 20, reportedSymbols: 200, shownRows: 20 } as const;

/** Lists and numbers that an account may keep, and rows of each, by the kind of its plan. */
export const OWN_LIMITS = {
  free: { files: 5, rows: 10_000 },
  paid: { files: 100, rows: 200_000 },
} as const;

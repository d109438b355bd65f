import { cut, LIST_ROWS } from "./entry.ts";
import type { Entry, Group } from "./entry.ts";
import type { Mode } from "./modes.ts";
import { commandEntries, fittingEntries } from "./command-entries.ts";
import { formulaEntries } from "./formula-entries.ts";
import { SURE } from "./rank.ts";
import { remoteNames } from "./remote.ts";
import type { Found } from "./remote.ts";
import * as sources from "./sources.ts";
import { recentOf, usesNow } from "./uses.ts";

interface Query {
  readonly mode: Mode | null;
  readonly query: string;
  /** What the server found last. */
  readonly found: Found | null;
  /** Something arrived: look again. */
  readonly changed: () => void;
}

/** What the server found for the very query; null while it has not answered. */
const foundFor = ({ query, found }: Query): Found | null => (found?.query === query.trim() ? found : null);

function named(input: Query, most: number): Group {
  const { mode, query } = input;
  const found = foundFor(input);
  return {
    title: "Requests, templates, folders",
    entries: sources.namedEntries(query, most, found?.named ?? []),
    pending: remoteNames().pending || (found === null && sources.unknownHere(mode, query.trim()).named),
  };
}

function symbols(input: Query, most: number): Group {
  const { mode, query } = input;
  const found = foundFor(input);
  return {
    title: "Symbols",
    entries: sources.symbolEntries(query, most, found?.symbols ?? []),
    pending: found === null && sources.unknownHere(mode, query.trim()).symbols,
  };
}

function people(input: Query, most: number): Group {
  const found = foundFor(input);
  return {
    title: "Users",
    entries: sources.personEntries(input.query, most, found?.people ?? []),
    pending: found === null,
  };
}

/** What was chosen last and is still there. */
function recentEntries(changed: () => void): readonly Entry[] {
  const known = new Map(
    [...commandEntries("", 200, changed), ...sources.namedEntries("", 300)].map((entry) => [entry.value, entry]),
  );
  return recentOf(usesNow()).flatMap((value) => {
    const [kind, name = ""] = value.split(/ (.*)/s);
    return kind === "symbol" ? sources.symbolEntries(name, 1) : (known.get(value) ?? []);
  });
}

/** Nothing typed: what fits the place, what was chosen last, then all commands. */
function beginning({ changed }: Query): readonly Group[] {
  const here = fittingEntries(changed);
  const seen = new Set(here.map(({ value }) => value));
  const fresh = (entries: readonly Entry[]): readonly Entry[] =>
    entries.filter(({ value }) => !seen.has(value) && seen.add(value));
  return [
    { title: "Here", entries: here },
    { title: "Recent", entries: fresh(recentEntries(changed)).slice(0, 8) },
    { title: "Commands", entries: fresh(commandEntries("", LIST_ROWS, changed)) },
  ];
}

/**
 * Everything that answers to a query, each kind with its share of the rows: first the kinds that hold what was asked for,
 * behind them those with guesses; of each, what the server is asked for comes last.
 */
function everything(input: Query): readonly Group[] {
  const { query, changed } = input;
  const groups: readonly Group[] = [
    { title: "Commands", entries: commandEntries(query, 12, changed) },
    { title: "Columns", entries: sources.columnEntries(query, 5) },
    { title: "Data points and functions", entries: caretPoints(query) },
    { title: "Presets and saved formulas", entries: formulaEntries(query, 5) },
    symbols(input, 6),
    { title: "Help", entries: sources.helpEntries(query, 5) },
    named(input, 8),
    ...(sources.isAdmin() ? [people(input, 5)] : []),
  ];
  const sure = ({ entries: [first] }: Group): boolean => (first?.points ?? 0) >= SURE;
  return [
    { title: "Formula", entries: sources.inlineEntries(query) },
    ...groups.filter(sure),
    ...groups.filter((group) => !sure(group)),
  ];
}

/** Outside of a formula there is nothing to say about them. */
const caretPoints = (query: string): readonly Entry[] =>
  sources.pointEntries(query, 8).filter(({ run }) => run !== undefined);

export function groupsOf(input: Query): readonly Group[] {
  const { mode, query, changed } = input;
  switch (mode) {
    case ">":
      return cut([{ title: "Commands", entries: commandEntries(query, LIST_ROWS, changed) }]);
    case "@":
      return cut([
        { title: "Formula", entries: sources.inlineEntries(query) },
        { title: "Data points and functions", entries: sources.pointEntries(query, LIST_ROWS) },
        { title: "Presets and saved formulas", entries: formulaEntries(query, LIST_ROWS) },
      ]);
    case "{":
      return cut([{ title: "Columns", entries: sources.columnEntries(query, LIST_ROWS) }]);
    case "#":
      return cut([named(input, LIST_ROWS)]);
    case "/":
      return cut([symbols(input, LIST_ROWS)]);
    case "!":
      return sources.isAdmin()
        ? cut([people(input, LIST_ROWS)])
        : [{ title: "Users", entries: [{ value: "user none", title: "Users", disabled: "For administrators only" }] }];
    case "?":
      return cut([{ title: "Help", entries: sources.helpEntries(query, LIST_ROWS) }]);
    case null:
      return cut(query.trim() === "" ? beginning(input) : everything(input));
  }
  return mode satisfies never;
}

/** Makes what is searched ready to be searched, as the first key would otherwise have to. */
export function prepare(): void {
  for (const mode of [null, "#", "/"] as const) groupsOf({ mode, query: "a", found: null, changed: () => undefined });
}

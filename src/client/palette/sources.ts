import { navigate } from "wouter/use-browser-location";
import { ROUTES } from "../../contract/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { BUILT_IN_COLUMNS, CALLS, DIAGNOSTICS, INDICATORS } from "../../vocabulary/index.ts";
import { openerOf } from "../commands/openers.ts";
import { commands, offered, runCommand } from "../commands/registry.ts";
import type { Choice, Choices, Command } from "../commands/registry.ts";
import { columnActions } from "../editor/column-actions.ts";
import { caretTarget } from "../state/page/caret.ts";
import type { CaretTarget } from "../state/page/caret.ts";
import { marketNow } from "../state/queries/market.ts";
import { user } from "../state/session/session.ts";
import { validity } from "../state/slices/validity.ts";
import { LIST_ROWS } from "./entry.ts";
import type { Entry, Page } from "./entry.ts";
import { inlineFormulas } from "./inline.ts";
import type { Mode } from "./modes.ts";
import { RankedIndex } from "./rank.ts";
import { remoteNames } from "./remote.ts";
import type { Named, Person } from "./remote.ts";

const NO_CARET = "Put the caret into a formula first";

/** Milliseconds of quiet before the server is asked. */
const DEBOUNCE_MS = 250;

/** A page of what a command asks for; where there may be more than the list holds, the server is asked as one types. */
export function choicesPage({ title, placeholder, list, search }: Choices, changed: () => void): Page {
  let choices: readonly Choice[] | null = null;
  // The first rows may come after those of a search: neither replaces the other.
  const add = (found: readonly Choice[]): void => {
    choices = [...new Map([...(choices ?? []), ...found].map((one) => [one.id, one])).values()];
    changed();
  };
  const given = list();
  if (given instanceof Promise) void given.then(add);
  else choices = given;
  let answered = "";
  let lastQuery = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (query: string, of: NonNullable<Choices["search"]>): Promise<void> => {
    const found = await of(query);
    if (query !== lastQuery) return;
    answered = query;
    add(found);
  };
  return {
    title,
    placeholder,
    groups: (typed) => {
      const query = typed.trim();
      if (search !== undefined && query !== lastQuery) {
        lastQuery = query;
        clearTimeout(timer);
        if (query !== "") timer = setTimeout(() => void ask(query, search), DEBOUNCE_MS);
      }
      if (choices === null) return [{ title, entries: [], pending: true }];
      const index = new RankedIndex(
        choices,
        (one) => one.title,
        (one) => one.detail ?? "",
      );
      const pending = search !== undefined && query !== "" && answered !== query;
      return [{ title, entries: index.search(query, LIST_ROWS).map((one) => choiceEntry(one, changed)), pending }];
    },
  };
}

const choiceEntry = ({ id, title, detail, disabled, choices, run }: Choice, changed: () => void): Entry => ({
  value: `choice ${id}`,
  title,
  ...(detail === undefined ? {} : { detail }),
  disabled: disabled ?? null,
  ...(choices === undefined ? {} : { page: () => choicesPage(choices, changed) }),
  ...(run === undefined ? {} : { run }),
});

const commandEntry = (command: Command, changed: () => void): Entry => {
  const { id, title, group, keys, choices } = command;
  return {
    value: `command ${id}`,
    title,
    detail: group,
    ...(keys === undefined ? {} : { keys }),
    disabled: command.disabled?.() ?? null,
    ...(choices === undefined ? {} : { page: () => choicesPage(choices, changed) }),
    run: () => void runCommand(id),
  };
};

/** The palette's own commands are of no use inside it. */
const OWN = "palette.";

/** Commands that are offered now. */
export function commandEntries(query: string, most: number, changed: () => void): readonly Entry[] {
  const now = commands().filter((command) => offered(command) && !command.id.startsWith(OWN));
  const index = new RankedIndex(
    now,
    ({ title }) => title,
    ({ group, words = [] }) => [group, ...words].join(" "),
  );
  return index.search(query, most).map((command) => commandEntry(command, changed));
}

/** Commands that fit what one is at. */
export const fittingEntries = (changed: () => void): readonly Entry[] =>
  commands()
    .filter((command) => offered(command) && command.fits?.() === true)
    .map((command) => commandEntry(command, changed));

export function inlineEntries(query: string): readonly Entry[] {
  const target = caretTarget();
  const columns = target?.columns() ?? validity.columns;
  const open = target?.insert ?? openerOf("formula");
  return inlineFormulas(query, columns, target?.part ?? "filters").map(({ code, title }) => ({
    value: `inline ${code}`,
    title,
    detail: "formula",
    disabled: open === null ? NO_CARET : null,
    run: () => open?.(code),
  }));
}

let offersOf: { readonly target: CaretTarget; readonly index: RankedIndex<Entry> } | null = null;

/** Data points, functions and indicators for the caret; read once for each time the palette opens. */
export function pointEntries(query: string, most: number): readonly Entry[] {
  const target = caretTarget();
  if (target === null) {
    return [{ value: "point none", title: "Data points and functions", disabled: NO_CARET }];
  }
  if (offersOf?.target !== target) {
    const entries = target.offers().map(({ label, detail, doc, insert }): Entry => ({
      value: `point ${label}`,
      title: label,
      detail,
      words: doc,
      run: insert,
    }));
    const unique = [...new Map(entries.map((entry) => [entry.value, entry])).values()];
    offersOf = {
      target,
      index: new RankedIndex(
        unique,
        ({ title }) => title,
        ({ detail = "", words = "" }) => `${detail} ${words}`,
      ),
    };
  }
  return offersOf.index.search(query, most);
}

/** What stood at the caret is older than the text. */
export function forgetOffers(): void {
  offersOf = null;
}

const columnEntry = (name: string, detail: string): Entry => {
  const target = caretTarget();
  const actions = columnActions();
  return {
    value: `column ${name}`,
    title: `{${name}}`,
    detail,
    disabled: target === null && actions === null ? NO_CARET : null,
    run: () => {
      if (target !== null) target.insert(`{${name}}`);
      else actions?.goTo(name);
    },
  };
};

/** Columns of the request and the built-in ones: put at the caret, else shown where they are made. */
export function columnEntries(query: string, most: number): readonly Entry[] {
  const own: readonly KnownColumn[] = caretTarget()?.columns() ?? validity.columns;
  const named = own.map(({ name }) => columnEntry(name, "column"));
  const builtIn = caretTarget() === null ? [] : BUILT_IN_COLUMNS.map(({ name, doc }) => columnEntry(name, doc));
  return new RankedIndex(
    [...named, ...builtIn],
    ({ title }) => title.slice(1, -1),
    ({ detail = "" }) => detail,
  ).search(query.replaceAll(/[{}]/g, ""), most);
}

const ADDRESSES: Readonly<Record<Named["kind"], (id: string) => string>> = {
  request: (id) => `/data-request?id=${id}`,
  template: (id) => `/data-request?template=${id}`,
  folder: (id) => `/?folder=${id}`,
};

let namedOf: { readonly named: readonly Named[]; readonly index: RankedIndex<Named> } | null = null;

/** What is known here, best first, and behind it what the server found. */
export function namedEntries(query: string, most: number, found: readonly Named[] = []): readonly Entry[] {
  const { named } = remoteNames();
  if (namedOf?.named !== named)
    namedOf = {
      named,
      index: new RankedIndex(
        named,
        ({ name }) => name,
        ({ kind, detail }) => `${kind} ${detail}`,
      ),
    };
  const here = namedOf.index.search(query, most);
  const known = new Set(here.map(({ id }) => id));
  const more = found.filter(({ id }) => !known.has(id));
  return [...here, ...more].slice(0, most).map(({ kind, id, name, detail }) => ({
    value: `${kind} ${id}`,
    title: name,
    detail: `${kind}, ${detail}`,
    run: () => navigate(ADDRESSES[kind](id)),
  }));
}

let symbolsOf: { readonly symbols: readonly string[]; readonly index: RankedIndex<string> } | null = null;

export function symbolEntries(query: string, most: number, found: readonly string[] = []): readonly Entry[] {
  const symbols = marketNow()?.symbols ?? [];
  if (symbolsOf?.symbols !== symbols) symbolsOf = { symbols, index: new RankedIndex(symbols, (symbol) => symbol) };
  const chart = openerOf("chart");
  const here = symbolsOf.index.search(query, most);
  return [...new Set([...here, ...found])].slice(0, most).map((symbol) => ({
    value: `symbol ${symbol}`,
    title: symbol,
    detail: "chart",
    disabled: chart === null ? "There is no charting page here" : null,
    run: () => chart?.(symbol),
  }));
}

/** What a query may mean that is not all here: a long history, a big market, users. */
export function unknownHere(
  mode: Mode | null,
  query: string,
): { readonly named: boolean; readonly symbols: boolean; readonly people: boolean } {
  const answer = marketNow();
  const typed = user.isAuth && query !== "";
  return {
    named: typed && (mode === null || mode === "#") && !remoteNames().complete && remoteNames().error === null,
    symbols: typed && (mode === null || mode === "/") && answer !== null && answer.symbols.length < answer.securities,
    people: isAdmin() && (mode === "!" || (mode === null && typed)),
  };
}

export const isAdmin = (): boolean => user.roles.includes("super_admin") && user.useAs === null;

export const personEntry = ({ id, email, name }: Person): Entry => ({
  value: `user ${id}`,
  title: email,
  detail: name,
  run: () => navigate(`/admin/users/${id}`),
});

interface HelpTopic {
  readonly title: string;
  readonly about: string;
  readonly page: string;
}

const PAGES: readonly HelpTopic[] = [
  { title: "The formula language", about: "reference", page: "" },
  { title: "Data points", about: "reference", page: "data-points" },
  { title: "Words", about: "reference", page: "words" },
  { title: "Known-at", about: "reference", page: "known-at" },
];

let help: RankedIndex<HelpTopic> | null = null;

/** Pages of the reference, and what has an entry of its own there. */
export function helpEntries(query: string, most: number): readonly Entry[] {
  help ??= new RankedIndex(
    [
      ...PAGES,
      ...CALLS.map(({ name, signature, doc }) => ({ title: signature, about: doc, page: `functions#${name}` })),
      ...INDICATORS.map(({ name, title, code }) => ({ title, about: code, page: `indicators#${name}` })),
      ...Object.keys(DIAGNOSTICS).map((code) => ({ title: code, about: "message", page: `diagnostics#${code}` })),
    ],
    ({ title }) => title,
    ({ about }) => about,
  );
  return help.search(query, most).map(({ title, about, page }) => ({
    value: `help ${page}`,
    title,
    detail: about,
    run: () => {
      const address = `${ROUTES.reference.path}${page === "" ? "" : `/${page}`}`;
      window.open(address, "_blank", "noreferrer");
    },
  }));
}

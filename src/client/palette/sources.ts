import { navigate } from "wouter/use-browser-location";
import { ROUTES } from "../../contract/index.ts";
import type { KnownColumn } from "../../formula/index.ts";
import { BUILT_IN_COLUMNS, CALL_TEXTS, CALLS, DIAGNOSTICS, INDICATORS } from "../../vocabulary/index.ts";
import { openerOf } from "../commands/openers.ts";
import { lastUsers } from "../admin/last-users.ts";
import { columnActions } from "../editor/column-actions.ts";
import { caretTarget } from "../state/page/caret.ts";
import type { CaretTarget } from "../state/page/caret.ts";
import { marketNow } from "../state/queries/market.ts";
import { user } from "../state/session/session.ts";
import { validity } from "../state/slices/validity.ts";
import type { Entry } from "./entry.ts";
import { inlineFormulas } from "./inline.ts";
import type { Mode } from "./modes.ts";
import { RankedIndex } from "./rank.ts";
import { remoteNames } from "./remote.ts";
import type { Named, Person } from "./remote.ts";
import { useOf, usesNow } from "./uses.ts";

const NO_CARET = "Put the caret into a formula first";

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
      index: new RankedIndex(unique, ({ title }) => title, { said: ({ detail = "", words = "" }) => [detail, words] }),
    };
  }
  return offersOf.index.ranked(query, most).map(({ item, points }) => ({ ...item, points }));
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
  return new RankedIndex([...named, ...builtIn], ({ title }) => title.slice(1, -1), {
    said: ({ detail = "" }) => [detail],
  })
    .ranked(query.replaceAll(/[{}]/g, ""), most)
    .map(({ item, points }) => ({ ...item, points }));
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
      index: new RankedIndex(named, ({ name }) => name, { said: ({ kind, detail }) => [kind, detail] }),
    };
  const here = namedOf.index.ranked(query, most, ({ kind, id }) => useOf(usesNow(), `${kind} ${id}`, Date.now()));
  const known = new Set(here.map(({ item }) => item.id));
  const more = found.filter(({ id }) => !known.has(id)).map((item) => ({ item, points: 0 }));
  return [...here, ...more].slice(0, most).map(({ item: { kind, id, name, detail }, points }) => ({
    value: `${kind} ${id}`,
    title: name,
    detail: `${kind}, ${detail}`,
    points,
    run: () => navigate(ADDRESSES[kind](id)),
  }));
}

let symbolsOf: { readonly symbols: readonly string[]; readonly index: RankedIndex<string> } | null = null;

export function symbolEntries(query: string, most: number, found: readonly string[] = []): readonly Entry[] {
  const symbols = marketNow()?.symbols ?? [];
  if (symbolsOf?.symbols !== symbols)
    symbolsOf = { symbols, index: new RankedIndex(symbols, (symbol) => symbol, { typos: false }) };
  const chart = openerOf("chart");
  const here = new Map(symbolsOf.index.ranked(query, most).map(({ item, points }) => [item, points]));
  return [...new Set([...here.keys(), ...found])].slice(0, most).map((symbol) => ({
    value: `symbol ${symbol}`,
    title: symbol,
    detail: "chart",
    points: here.get(symbol) ?? 0,
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

const personEntry = ({ id, email, name }: Person): Entry => ({
  value: `user ${id}`,
  title: email,
  detail: name,
  run: () => navigate(`/admin/users/${id}`),
});

/** Users by name and address: without a query those last looked at, then as the server has them. */
export function personEntries(query: string, most: number, found: readonly Person[]): readonly Entry[] {
  const known = [...new Map([...lastUsers(), ...found].map((one) => [one.id, one])).values()];
  const index = new RankedIndex(known, ({ email }) => email, { said: ({ name }) => [name] });
  return index.ranked(query, most).map(({ item, points }) => ({ ...personEntry(item), points }));
}

interface HelpTopic {
  readonly title: string;
  readonly about: string;
  readonly page: string;
}

const PAGES: readonly HelpTopic[] = [
  { title: "What's new", about: "changes of Scanbook", page: "whats-new" },
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
      ...CALLS.map(({ name, signature }) => ({ title: signature, about: CALL_TEXTS[name], page: `functions#${name}` })),
      ...INDICATORS.map(({ name, title, code }) => ({ title, about: code, page: `indicators#${name}` })),
      ...Object.keys(DIAGNOSTICS).map((code) => ({ title: code, about: "message", page: `diagnostics#${code}` })),
    ],
    ({ title }) => title,
    { said: ({ about }) => [about] },
  );
  return help.ranked(query, most).map(({ item: { title, about, page }, points }) => ({
    value: `help ${page}`,
    title,
    points,
    detail: about,
    run: () => {
      const address = `${ROUTES.reference.path}${page === "" ? "" : `/${page}`}`;
      window.open(address, "_blank", "noreferrer");
    },
  }));
}

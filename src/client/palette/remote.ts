import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { call, messageOf } from "../state/queries/calls.ts";
import { NEVER_STALE as MAX_KEPT } from "../state/queries/route-query.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { user } from "../state/session/session.ts";

export interface Named {
  readonly kind: "request" | "template" | "folder";
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What the server has by name, the newest of each kind: fetched when the palette opens and kept for a while. */
interface Remote {
  readonly named: readonly Named[];
  /** Nothing is left out, so there is nothing to ask for while one types. */
  readonly complete: boolean;
  readonly pending: boolean;
  readonly error: string | null;
}

/** What the server found for a query; null of a kind it was not asked for. */
export interface Found {
  readonly query: string;
  readonly named: readonly Named[] | null;
  readonly symbols: readonly string[] | null;
  readonly people: readonly Person[] | null;
}

const EMPTY: Page = { named: [], complete: false, error: null };
/** Milliseconds for which a list is good enough. */
const FRESH = 60_000;
/** Rows of each kind that are kept, and that a search brings. */
const KEPT_ROWS = 100;
const MAX_FOUND = 20;
/** Letters of a name that are seldom misspelt. */
const FIRST_LETTERS = 3;

interface Page {
  readonly named: readonly Named[];
  readonly complete: boolean;
  readonly error: string | null;
}

/** Requests, folders and templates, some of each: those that hold `q`, else the newest. */
async function pageOfNames(
  query: { readonly page_size: number; readonly q?: string },
  signal?: AbortSignal,
): Promise<Page> {
  const options = signal === undefined ? {} : { signal };
  const [requests, folders, templates] = await Promise.all([
    call("list", { query, ...options }),
    call("folders", { query, ...options }),
    call("templates", { query, ...options }),
  ]);
  const lists = [requests, folders, templates];
  const named: Named[] = [];
  if (requests.ok)
    for (const { id, name, status } of requests.value.items) named.push({ kind: "request", id, name, detail: status });
  if (folders.ok)
    for (const { id, name, requests: count } of folders.value.items)
      named.push({ kind: "folder", id, name, detail: `${count} ${count === 1 ? "request" : "requests"}` });
  if (templates.ok)
    for (const { id, name, builtin } of templates.value.items)
      named.push({ kind: "template", id, name, detail: builtin ? "built in" : "own" });
  return {
    named,
    complete: lists.every((list) => list.ok && list.value.total <= query.page_size),
    error: requests.ok ? null : messageOf(requests.error),
  };
}

const NAMES = queryOptions({
  ...MAX_KEPT,
  queryKey: ["list", "folders", "templates", "by name"],
  queryFn: () => pageOfNames({ page_size: KEPT_ROWS }),
  staleTime: ({ state }) => (state.data?.error === null ? FRESH : 0),
});

/** What is loaded now. */
export function remoteNames(): Remote {
  const { data = EMPTY, fetchStatus } = queryClient.getQueryState<Page>(NAMES.queryKey) ?? {};
  const pending = fetchStatus === "fetching";
  return { ...data, pending, error: pending ? null : data.error };
}

/** Calls back on each change; the returned function stops it. */
export const onRemote = (listener: () => void): (() => void) =>
  new QueryObserver(queryClient, { ...NAMES, enabled: false }).subscribe(listener);

/** Fetches what has a name, unless it is still fresh. */
export async function fetchNames(): Promise<void> {
  if (user.token !== null) await queryClient.prefetchQuery(NAMES);
}

/**
 * Users that hold the longest word of a query, in which order its words ever stand; where none does, those that hold its
 * first letters, as it may be misspelt. The palette ranks them by the whole of it.
 */
async function findPeople(query: string, signal: AbortSignal): Promise<readonly Person[] | null> {
  const longest = query.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), "");
  const ask = async (q: string): Promise<readonly Person[] | null> => {
    const answer = await call("users", { query: { q, page_size: KEPT_ROWS }, signal });
    return answer.ok ? answer.value.items.map(({ id, email, name }) => ({ id, email, name })) : null;
  };
  const found = await ask(longest);
  return found?.length === 0 && longest.length > FIRST_LETTERS ? ask(longest.slice(0, FIRST_LETTERS)) : found;
}

/** Asks for what a query may mean, as far as it is not here already. */
export async function search(
  query: string,
  kinds: { readonly named: boolean; readonly symbols: boolean; readonly people: boolean },
  signal: AbortSignal,
): Promise<Found> {
  const [names, symbols, people] = await Promise.all([
    kinds.named ? pageOfNames({ page_size: MAX_FOUND, q: query }, signal) : null,
    kinds.symbols ? call("chartSymbols", { query: { query, limit: MAX_FOUND }, signal }) : null,
    kinds.people ? findPeople(query, signal) : null,
  ]);
  return {
    query,
    named: names?.named ?? null,
    symbols: symbols?.ok === true ? symbols.value.items.map(({ symbol }) => symbol) : null,
    people,
  };
}

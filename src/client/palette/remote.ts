import { call, messageOf } from "../state/calls.ts";
import { user } from "../state/session.ts";

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
export interface Remote {
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

const EMPTY: Remote = { named: [], complete: false, pending: false, error: null };
/** Milliseconds for which a list is good enough. */
const FRESH = 60_000;
/** Rows of each kind that are kept, and that a search brings. */
const KEPT = 100;
const BROUGHT = 20;

let remote = EMPTY;
let fetched = 0;
let of: string | null = null;
const listeners = new Set<() => void>();

export const remoteNames = (): Remote => remote;
export function onRemote(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(next: Remote): void {
  remote = next;
  for (const listener of listeners) listener();
}

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

/** Fetches what has a name, unless it is still fresh. */
export async function fetchNames(): Promise<void> {
  const { token } = user;
  if (token === null || remote.pending || (of === token && Date.now() - fetched < FRESH)) return;
  // Another account's names are nobody's business.
  tell({ ...(of === token ? remote : EMPTY), pending: true, error: null });
  of = token;
  const page = await pageOfNames({ page_size: KEPT });
  if (user.token !== token) {
    tell(EMPTY);
    return;
  }
  if (page.error === null) fetched = Date.now();
  tell({ ...page, pending: false });
}

/** Asks for what a query may mean, as far as it is not here already. */
export async function search(
  query: string,
  asked: { readonly named: boolean; readonly symbols: boolean; readonly people: boolean },
  signal: AbortSignal,
): Promise<Found> {
  const [names, symbols, people] = await Promise.all([
    asked.named ? pageOfNames({ page_size: BROUGHT, q: query }, signal) : null,
    asked.symbols ? call("chartSymbols", { query: { query, limit: BROUGHT }, signal }) : null,
    asked.people ? call("users", { query: { q: query, page_size: BROUGHT }, signal }) : null,
  ]);
  return {
    query,
    named: names?.named ?? null,
    symbols: symbols?.ok === true ? symbols.value.items.map(({ symbol }) => symbol) : null,
    people: people?.ok === true ? people.value.items.map(({ id, email, name }) => ({ id, email, name })) : null,
  };
}

import type { AnswerOf } from "../../contract/index.ts";
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

/** What the server has by name, fetched when the palette opens and kept for a while. */
export interface Remote {
  readonly named: readonly Named[];
  readonly pending: boolean;
  readonly error: string | null;
}

const EMPTY: Remote = { named: [], pending: false, error: null };
/** Milliseconds for which a list is good enough. */
const FRESH = 60_000;
const PAGE_SIZE = 100;
/** Requests that are fetched at most; older ones are found on their own page. */
const MOST = 2_000;

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

type Listed = AnswerOf<"list">["items"][number];
const requestNamed = ({ id, name, status }: Listed): Named => ({ kind: "request", id, name, detail: status });

/** Fetches what has a name, newest first, unless it is still fresh. */
export async function fetchNames(): Promise<void> {
  const { token } = user;
  if (token === null || remote.pending || (of === token && Date.now() - fetched < FRESH)) return;
  // Another account's names are nobody's business.
  tell({ ...(of === token ? remote : EMPTY), pending: true, error: null });
  of = token;
  const query = { page_size: PAGE_SIZE };
  const [folders, templates, first] = await Promise.all([
    call("folders", { query: { ...query, sort: "name" } }),
    call("templates", { query: { ...query, sort: "name" } }),
    call("list", { query }),
  ]);
  if (user.token !== token) {
    tell(EMPTY);
    return;
  }
  const named: Named[] = [];
  if (folders.ok)
    for (const { id, name, requests } of folders.value.items)
      named.push({ kind: "folder", id, name, detail: `${requests} ${requests === 1 ? "request" : "requests"}` });
  if (templates.ok)
    for (const { id, name, builtin } of templates.value.items)
      named.push({ kind: "template", id, name, detail: builtin ? "built in" : "own" });
  if (!first.ok) {
    tell({ named, pending: false, error: messageOf(first.error) });
    return;
  }
  let requests = first.value.items.map(requestNamed);
  const pages = Math.ceil(Math.min(first.value.total, MOST) / PAGE_SIZE);
  tell({ named: [...requests, ...named], pending: pages > 1, error: null });
  for (let page = 2; page <= pages; page += 1) {
    const more = await call("list", { query: { ...query, page } });
    if (!more.ok || user.token !== token) break;
    requests = [...requests, ...more.value.items.map(requestNamed)];
  }
  fetched = Date.now();
  tell({ named: [...requests, ...named], pending: false, error: null });
}

/** Forgets what is known, after something was renamed, moved or made. */
export function namesChanged(): void {
  fetched = 0;
}

/** Users whose e-mail or name holds the query; for administrators. */
export async function fetchPeople(query: string, signal: AbortSignal): Promise<readonly Person[] | null> {
  const answer = await call("users", { query: { q: query, page_size: 20 }, signal });
  return answer.ok ? answer.value.items.map(({ id, email, name }) => ({ id, email, name })) : null;
}

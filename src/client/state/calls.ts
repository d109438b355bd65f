import { FetchError, ofetch } from "ofetch";
import { Problem, ROUTES } from "../../contract/index.ts";
import type { AnswerOf, RouteName } from "../../contract/index.ts";
import { forgetSession, user } from "./session.ts";

export interface CallOptions {
  /** By their name in the route's path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Why a call brought nothing: the server's own words, nobody there, or the caller gave up. */
export type CallError =
  { readonly kind: "problem"; readonly problem: Problem } | { readonly kind: "offline" } | { readonly kind: "aborted" };

export type Called<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError };

/** Address of a route, for calls and for downloads. */
export function addressOf(
  name: RouteName,
  params: Readonly<Record<string, string>> = {},
  query: CallOptions["query"] = {},
): string {
  const path = ROUTES[name].path.replaceAll(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** Calls a route of the contract. Never rejects; an answer that does not fit its schema counts as a problem. */
export async function call<Name extends RouteName>(
  name: Name,
  options: CallOptions = {},
): Promise<Called<AnswerOf<Name>>> {
  const route = ROUTES[name];
  try {
    const answer: unknown = await ofetch(addressOf(name, options.params, options.query), {
      method: route.method,
      retry: 0,
      headers: bearer(),
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const read = route.answer === "file" ? null : route.answer.safeParse(answer);
    if (read?.success !== true) return problem("internal", "The server's answer could not be read.");
    // The schema of the same route has just read it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { ok: true, value: read.data as AnswerOf<Name> };
  } catch (error) {
    if (options.signal?.aborted === true) return { ok: false, error: { kind: "aborted" } };
    if (!(error instanceof FetchError) || error.status === undefined) return { ok: false, error: { kind: "offline" } };
    if (error.status === 401 && name !== "signIn") forgetSession();
    const told = Problem.safeParse(error.data);
    return told.success
      ? { ok: false, error: { kind: "problem", problem: told.data } }
      : problem("internal", "Something went wrong please try again");
  }
}

const bearer = (): Record<string, string> => (user.token === null ? {} : { authorization: `Bearer ${user.token}` });

/** Hands a file to the browser's downloads by a link that works once: however large, it goes to the disk as it comes. */
export async function download(
  name: "export",
  params: { readonly id: string },
  query: CallOptions["query"] = {},
): Promise<CallError | null> {
  const ticket = await call(TICKETS[name], { params, body: { ...query } });
  if (!ticket.ok) return ticket.error;
  const link = document.createElement("a");
  link.href = ticket.value.address;
  // Under the name that the server gives.
  link.download = "";
  link.click();
  return null;
}

/** The route that gives the ticket of a file. */
const TICKETS = { export: "downloadTicket" } as const;

function problem(slug: string, detail: string): Called<never> {
  const body = { type: `/problems/${slug}`, title: detail, status: 500, detail, errors: [] };
  return { ok: false, error: { kind: "problem", problem: body } };
}

/** What to tell the user. */
export function messageOf(error: CallError): string {
  switch (error.kind) {
    case "problem":
      return error.problem.detail;
    case "offline":
      return "The server does not answer. What you typed is kept.";
    case "aborted":
      return "Cancelled.";
    default:
      return error satisfies never;
  }
}

import { FetchError, ofetch } from "ofetch";
import { Problem } from "../../contract/index.ts";
import type { Route, RouteAnswer } from "../../contract/index.ts";
import { forgetSession, user } from "./session.ts";

export type Params = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number | boolean>>;

export interface CallOptions {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Why a call brought nothing: the server's own words, nobody there, or the caller gave up. */
export type CallError =
  { readonly kind: "problem"; readonly problem: Problem } | { readonly kind: "offline" } | { readonly kind: "aborted" };

export type Called<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError };

/** Address of a route, for calls and for downloads. */
export function routeAddress({ path }: Pick<Route, "path">, params: Params = {}, query: Query = {}): string {
  const placed = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? placed : `${placed}?${search}`;
}

/**
 * Calls a route that the caller holds. Screens behind the sign-in call by name (`calls.ts`); the sign-in page and the frame
 * take the few routes they need, so that they load no schema of the others. Never rejects; an answer that does not fit its
 * schema counts as a problem.
 */
export async function callRoute<R extends Route>(route: R, options: CallOptions = {}): Promise<Called<RouteAnswer<R>>> {
  const { token } = user;
  try {
    const answer: unknown = await ofetch(routeAddress(route, options.params, options.query), {
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
    return { ok: true, value: read.data as RouteAnswer<R> };
  } catch (error) {
    if (options.signal?.aborted === true) return { ok: false, error: { kind: "aborted" } };
    if (!(error instanceof FetchError) || error.status === undefined) return { ok: false, error: { kind: "offline" } };
    // A public route answers 401 to a wrong password, which ends no session.
    // Nor does one to a call from before the sign-in.
    if (error.status === 401 && route.access !== "public" && token === user.token) forgetSession();
    const told = Problem.safeParse(error.data);
    return told.success
      ? { ok: false, error: { kind: "problem", problem: told.data } }
      : problem("internal", "Something went wrong please try again");
  }
}

export const bearer = (): Record<string, string> =>
  user.token === null ? {} : { authorization: `Bearer ${user.token}` };

export function problem(slug: string, detail: string): Extract<Called<never>, { readonly ok: false }> {
  const body = { type: `/problems/${slug}`, title: detail, status: 500, detail, errors: [] };
  return { ok: false, error: { kind: "problem", problem: body } };
}

/** The stable name of what went wrong; empty where nobody answered. */
export const problemSlug = (error: CallError): string =>
  error.kind === "problem" ? error.problem.type.replace(/^.*\//, "") : "";

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

/** Why what an address names is not shown, and whether asking again may help. */
export interface NotShown {
  readonly message: string;
  /** There is no such thing, or it is somebody else's. */
  readonly gone: boolean;
}

/** An id that has not the form of one names nothing either. */
export function whyNotShown(what: string, error: CallError): NotShown {
  const slug = problemSlug(error);
  const message = slug === "bad-request" ? `There is no ${what} with this id.` : messageOf(error);
  return { message, gone: slug === "bad-request" || slug === "not-found" };
}

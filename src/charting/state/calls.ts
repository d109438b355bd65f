import { FetchError, ofetch } from "ofetch";
import { Problem, ROUTES } from "../../contract/index.ts";
import type { AnswerOf, RouteName } from "../../contract/index.ts";

export interface CallOptions {
  readonly params?: { readonly id: string };
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** Why a call brought nothing: the server's own words, nobody there, or the caller gave up. */
export type CallError =
  { readonly kind: "problem"; readonly problem: Problem } | { readonly kind: "offline" } | { readonly kind: "aborted" };

export type Called<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError };

let bearer: string | null = null;
let onEnd: () => void = () => undefined;

/** Sends a bearer from now on; `ended` is told when it is no longer good. */
export function sendBearer(token: string, ended: () => void): void {
  bearer = token;
  onEnd = ended;
}

/** Calls a route of the contract. Never rejects; an answer that does not fit its schema counts as a problem. */
export async function call<Name extends RouteName>(
  name: Name,
  options: CallOptions = {},
): Promise<Called<AnswerOf<Name>>> {
  const route = ROUTES[name];
  const query = Object.entries(options.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  try {
    const answer: unknown = await ofetch(route.path.replace(":id", options.params?.id ?? ""), {
      method: route.method,
      retry: 0,
      query: Object.fromEntries(query),
      headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const read = route.answer === "file" ? null : route.answer.safeParse(answer);
    if (read?.success !== true) return problem("The server's answer could not be read.");
    // The schema of the same route has just read it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { ok: true, value: read.data as AnswerOf<Name> };
  } catch (error) {
    if (options.signal?.aborted === true) return { ok: false, error: { kind: "aborted" } };
    if (!(error instanceof FetchError) || error.status === undefined) return { ok: false, error: { kind: "offline" } };
    if (error.status === 401 && bearer !== null) {
      // Once, however many calls were on their way.
      bearer = null;
      onEnd();
    }
    const told = Problem.safeParse(error.data);
    return told.success
      ? { ok: false, error: { kind: "problem", problem: told.data } }
      : problem("Something went wrong please try again");
  }
}

function problem(detail: string): Called<never> {
  const told = { type: "/problems/internal", title: "Something went wrong", status: 500, detail, errors: [] };
  return { ok: false, error: { kind: "problem", problem: told } };
}

/** An error in words for the page. */
export function messageOf(error: CallError): string {
  switch (error.kind) {
    case "problem":
      return error.problem.detail;
    case "offline":
      return "The server does not answer.";
    case "aborted":
      return "Cancelled.";
  }
  return error satisfies never;
}

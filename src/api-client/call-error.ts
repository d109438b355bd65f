import type { Problem } from "../contract/index.ts";

/** Why a call failed: the server's own words, nobody there, or the caller gave up. */
export type CallError =
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "offline" }
  | { readonly kind: "aborted" };

export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CallError };

export function problem(slug: string, detail: string): Extract<CallResult<never>, { readonly ok: false }> {
  const body = { type: `/problems/${slug}`, title: detail, status: 500, detail, errors: [] };
  return { ok: false, error: { kind: "problem", problem: body } };
}

/** The stable name of what went wrong; empty where nobody answered. */
export const problemSlug = (error: CallError): string =>
  error.kind === "problem" ? error.problem.type.replace(/^.*\//, "") : "";

/** What to tell the user; `offline` where nobody answered. */
export function messageOf(error: CallError, offline = "The server does not answer. What you typed is kept."): string {
  switch (error.kind) {
    case "problem":
      return error.problem.detail;
    case "offline":
      return offline;
    case "aborted":
      return "Cancelled.";
    default:
      return error satisfies never;
  }
}

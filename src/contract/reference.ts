import { z } from "zod";
import type { Route } from "./route.ts";

/** The name of a page, such as `functions`, or `reference.css`. */
export const ReferenceParams = z.object({ page: z.string().regex(/^[a-z][a-z.-]{0,40}$/) });

/** The language reference as pages. */
export const REFERENCE_ROUTES = {
  reference: {
    method: "GET",
    path: "/reference",
    summary: "The language reference: its table of contents",
    access: "public",
    answer: "file",
    status: 200,
    problems: [],
  },
  referencePage: {
    method: "GET",
    path: "/reference/:page",
    summary: "A page of the language reference, plain HTML without scripts",
    access: "public",
    params: ReferenceParams,
    answer: "file",
    status: 200,
    problems: ["bad-request", "not-found"],
  },
} as const satisfies Record<string, Route>;

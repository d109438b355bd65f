import { z } from "zod";
import type { Route } from "./route.ts";

/** The name of a page, such as `functions`, or `reference.css`. */
const ReferenceParams = z.object({ page: z.string().regex(/^[a-z][a-z.-]{0,40}$/) });

/** The references: of the language and of the API as pages, of the API for programs too. */
export const REFERENCE_ROUTES = {
  openApi: {
    method: "GET",
    path: "/v1/openapi.json",
    summary: "This API as an OpenAPI document",
    access: "public",
    answer: z.record(z.string(), z.unknown()),
    status: 200,
    problems: [],
  },
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

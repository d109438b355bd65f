import { z } from "zod";
import type { Route } from "./route.ts";

/** The name of a page, such as `functions`, its Markdown `functions.md`, `search`, or `reference.css`. */
const ReferenceParams = z.object({ page: z.string().regex(/^[a-z][a-z.-]{0,40}$/) });

/** Words that are looked for, on the page `search`. */
const ReferenceQuery = z.object({ q: z.string().max(200).optional() });

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
    summary: "A page of the language reference, plain HTML without scripts; with `.md` behind its name as Markdown",
    access: "public",
    params: ReferenceParams,
    query: ReferenceQuery,
    answer: "file",
    status: 200,
    problems: ["bad-request", "not-found"],
  },
  llms: {
    method: "GET",
    path: "/llms.txt",
    summary: "What a language model should read of the references, as Markdown",
    access: "public",
    answer: "file",
    status: 200,
    problems: [],
  },
} as const satisfies Record<string, Route>;

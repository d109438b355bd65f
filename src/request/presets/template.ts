import { check, compareKnownAt, ownNamesIn } from "../../formula/index.ts";
import type { KnownAt } from "../../formula/index.ts";
import { readRequest } from "../read-request.ts";
import type { ScanRequest } from "../request.ts";

/** A complete request to begin from. */
export interface Template {
  /** Name of its file without the ending. */
  readonly tag: string;
  readonly name: string;
  /** What it looks for, when it is traded, what its columns say. */
  readonly description: string;
  /** The request as JSON, its dates included; callers fit them to their data. */
  readonly source: object;
  readonly request: ScanRequest;
  /** When its last filter is known: no trade before that. Null where it has only constants. */
  readonly knownAt: KnownAt | null;
  /** Lists and numbers of the account's own that it names: without them it does not run. */
  readonly own: readonly string[];
}

export interface ReadTemplates {
  readonly templates: readonly Template[];
  /** What is wrong, each with file and path; a template with a mistake, or a warning, is left out. */
  readonly mistakes: readonly string[];
}

/** Reads templates: requests by tag, each with a description, filters and columns, and nothing to find fault with. Pure. */
export function readTemplates(files: Readonly<Record<string, unknown>>): ReadTemplates {
  const templates: Template[] = [];
  const mistakes: string[] = [];
  for (const [tag, source] of Object.entries(files)) {
    const { request, diagnostics } = readRequest(source);
    const wrong = diagnostics
      .filter(({ code }) => code !== "current-value")
      .map(({ path, message }) => `${tag}: ${path}: ${message}`);
    const description = descriptionOf(source);
    if (description === null) wrong.push(`${tag}: description: a text belongs here.`);
    if (request?.filters.length === 0) wrong.push(`${tag}: filters: a template has some.`);
    if (request?.columns.length === 0) wrong.push(`${tag}: columns: a template has some.`);
    mistakes.push(...wrong);
    if (request === null || description === null || wrong.length > 0 || !isObject(source)) continue;
    const own = [
      ...new Set(
        treesOf(request)
          .flatMap(ownNamesIn)
          .map((one) => one.name),
      ),
    ];
    templates.push({ tag, name: request.name, description, source, request, knownAt: latest(request), own });
  }
  return { templates, mistakes };
}

const treesOf = ({ filters, columns }: ScanRequest) => [...filters, ...columns].map(({ tree }) => tree);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function descriptionOf(source: unknown): string | null {
  const given: unknown = isObject(source) && "description" in source ? source.description : null;
  return typeof given === "string" && given.trim() !== "" ? given : null;
}

function latest({ filters }: ScanRequest): KnownAt | null {
  const known = filters
    .map(({ tree }) => check(tree, { columns: new Map(), use: "filter" }).knownAt)
    .filter((one) => one !== null);
  return known.toSorted(compareKnownAt).at(-1) ?? null;
}

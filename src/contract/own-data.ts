import { z } from "zod";
import { OWN_BOUNDS, UNITS } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import type { Route } from "./route.ts";

/** Stands between quotes in a formula. */
const Name = z
  .string()
  .max(OWN_BOUNDS.name)
  .transform((text) => text.replaceAll(/["\r\n\t]/g, "").trim())
  .pipe(z.string().min(1));
const FileName = z.string().max(255).default("");
const Kind = z.enum(["list", "numbers"]);
/** A CSV file or a workbook (.xlsx), its bytes in base64. */
const File = z.base64().min(1);

const OwnField = z.strictObject({
  /** As `[mine …]` names it. */
  name: z.string(),
  unit: z.enum(UNITS),
  /** When a value is public at the latest: sessions from its day, and minutes since midnight or the close. */
  known: z.strictObject({ day: z.int(), minute: z.union([z.int(), z.literal("close")]) }),
});

const OwnDataItem = z.strictObject({
  id: z.string(),
  kind: Kind,
  name: z.string(),
  file_name: z.string(),
  /** Another content has another one. */
  version: z.string(),
  /** How often its content was given. */
  changes: z.int(),
  rows: z.int(),
  fields: z.array(OwnField),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OwnDataItem = z.output<typeof OwnDataItem>;

const MatchedSymbol = z.strictObject({
  symbol: z.string(),
  /** `reused` matches as well: two securities had the symbol, one after the other. */
  state: z.enum(["matched", "reused", "renamed", "unknown", "out-of-range"]),
  /** Why, and what to do; empty where it simply matches. */
  message: z.string(),
});

/** What of a file the market has. */
const OwnReport = z.strictObject({
  symbols: z.int(),
  matched: z.int(),
  /** Dates of the market's first and last session; null without data. */
  market: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** Symbols that do not simply match, the first ones of them. */
  findings: z.array(MatchedSymbol),
  /** How many do not simply match. */
  others: z.int(),
  /** What is said of the file as a whole. */
  notes: z.array(z.string()),
});
export type OwnReport = z.output<typeof OwnReport>;

const OwnPreview = z.strictObject({
  kind: Kind,
  rows: z.int(),
  fields: z.array(OwnField),
  /** Its first and last day; null where a row of a list has no such bound. */
  days: z.strictObject({ from: z.string().nullable(), until: z.string().nullable() }),
  header: z.array(z.string()),
  /** The first rows, as they count. */
  first: z.array(z.array(z.string())),
  report: OwnReport,
});
export type OwnPreview = z.output<typeof OwnPreview>;

const IdParams = z.strictObject({ id: z.string().max(40) });
const limit = { calls: 30, seconds: 60 } as const;

/** Lists and numbers of an account. Files are sent whole; nothing of one that has a mistake is kept. */
export const OWN_DATA_ROUTES = {
  ownData: {
    method: "GET",
    path: "/v1/profile/lists",
    summary: "Lists and numbers of the account by name, without their rows, and how much its plan allows",
    access: "user",
    scope: "data_requests",
    answer: z.strictObject({
      items: z.array(OwnDataItem),
      limits: z.strictObject({ plan: z.string(), files: z.int(), rows: z.int() }),
    }),
    status: 200,
    problems: [],
  },
  previewOwnData: {
    method: "POST",
    path: "/v1/profile/lists/preview",
    summary: "Reads a file as a list or as numbers and says what of it the market has; keeps nothing",
    access: "user",
    scope: "data_requests",
    limit,
    bodyLimit: OWN_BOUNDS.body,
    body: z.strictObject({ kind: Kind, file: File }),
    answer: OwnPreview,
    status: 200,
    problems: ["bad-request", "invalid-request", "too-large"],
  },
  makeOwnData: {
    method: "POST",
    path: "/v1/profile/lists",
    summary: "Keeps a file as a list, which in_list names, or as numbers, which [mine …] names",
    access: "user",
    scope: "data_requests",
    limit,
    bodyLimit: OWN_BOUNDS.body,
    body: z.strictObject({ kind: Kind, name: Name, file_name: FileName, file: File }),
    answer: z.strictObject({ id: z.string() }),
    status: 201,
    problems: ["bad-request", "invalid-request", "conflict", "limit-reached", "too-large"],
    changes: ["lists"],
  },
  changeOwnData: {
    method: "PUT",
    path: "/v1/profile/lists/:id",
    summary: "Gives a list or numbers another content, or more rows, or another name",
    access: "user",
    scope: "data_requests",
    limit,
    bodyLimit: OWN_BOUNDS.body,
    params: IdParams,
    body: z.strictObject({
      name: Name.optional(),
      file_name: FileName,
      file: File.optional(),
      /** `append` adds the rows to those that are there; of equal symbol and day the new number counts. */
      mode: z.enum(["replace", "append"]).default("replace"),
    }),
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "not-found", "invalid-request", "conflict", "limit-reached", "too-large"],
    changes: ["lists"],
  },
  ownDataReport: {
    method: "GET",
    path: "/v1/profile/lists/:id",
    summary: "The first rows of a list or numbers, and what of it the market has now",
    access: "user",
    scope: "data_requests",
    params: IdParams,
    answer: OwnPreview,
    status: 200,
    problems: ["not-found"],
  },
  exportOwnData: {
    method: "GET",
    path: "/v1/profile/lists/:id/rows",
    summary: "All rows of a list or numbers, as the text of a CSV file",
    access: "user",
    scope: "data_requests",
    params: IdParams,
    answer: z.strictObject({ name: z.string(), csv: z.string() }),
    status: 200,
    problems: ["not-found"],
  },
  deleteOwnData: {
    method: "DELETE",
    path: "/v1/profile/lists/:id",
    summary: "Deletes a list or numbers for good; requests that name it no longer run",
    access: "user",
    scope: "data_requests",
    params: IdParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["lists"],
  },
} as const satisfies Record<string, Route>;

import { z } from "zod";
import { EXPORT_FORMATS, RUN_STATUSES } from "../vocabulary/index.ts";
import type { ExportFormat } from "../vocabulary/index.ts";
import { ProblemError } from "./problem.ts";

/**
 * A request as in the contracts, or its text alone as `{ "text": "request Gap …" }`; its fields are checked by `readSent`,
 * which names every path.
 */
export const RequestBody = z.record(z.string(), z.unknown());

/** Where a run stands. A request that is not valid never becomes a run. */
export const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatus>;

export const FORMATS = EXPORT_FORMATS;
export type Format = ExportFormat;

/** Ids are made by the server: lower-case letters and digits, no paths. */
export const RunId = z.string().regex(/^[a-z0-9]{8,40}$/);
export const RunParams = z.strictObject({ id: RunId });

/** `findings` warns of what is probably not meant; left out where there is nothing. */
export const Created = z.strictObject({
  id: RunId,
  status: RunStatus,
  findings: z.array(ProblemError).readonly().optional(),
});

/** A request read and checked, and not run: as JSON, null where it is wrong, and as text, laid out. */
export const ParsedRequest = z.strictObject({
  success: z.boolean(),
  request: RequestBody.nullable(),
  text: z.string(),
  diagnostics: z.array(ProblemError).readonly(),
});

/** `page` names the browser page: its newer preview cancels its older one. */
export const PreviewQuery = z.strictObject({ page: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

/**
 * Paging, search in the name and order of every list: by date the newest first, by name the first letter, a minus
 * reverses it.
 */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  q: z.string().max(450).default(""),
  sort: z.enum(["date", "-date", "name", "-name"]).default("date"),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** What narrows a list of requests; what is left out does not. */
const Narrowing = {
  status: RunStatus.optional(),
  /** An id, or `none` for those in no folder. */
  folder: z.union([RunId, z.literal("none")]).optional(),
  favourite: Flag.optional(),
  data_updates: Flag.optional(),
};
export const ListQuery = PageQuery.extend(Narrowing);
export const AggregateQuery = z.strictObject({
  by: z.enum(["status", "folder", "favourite", "data_updates", "month"]),
  ...Narrowing,
});

const RunSummary = z.object({
  id: RunId,
  name: z.string(),
  status: RunStatus,
  created_at: z.string(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
  favourite: z.boolean(),
  folder_id: RunId.nullable(),
  data_updates: z.boolean(),
  email_notification: z.boolean(),
  /** When it went to the trash; null where it did not. */
  deleted_at: z.string().nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;
export const RunList = z.strictObject({
  items: z.array(RunSummary),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

const Note = z.object({ code: z.string(), column: z.string(), rows: z.number(), message: z.string() });

export const Aggregate = z.strictObject({
  items: z.array(z.strictObject({ key: z.string().nullable(), count: z.int() })),
});
export const Counts = z.strictObject({
  total: z.int(),
  favourite: z.int(),
  trashed: z.int(),
  data_updates: z.int(),
  by_status: z.record(RunStatus, z.int()),
});
export const NameBody = z.strictObject({ name: z.string().trim().min(1, "Request name required").max(450) });
export const FavouriteBody = z.strictObject({ favourite: z.boolean() });
export const DataUpdatesBody = z.strictObject({ data_updates: z.boolean() });
const Ids = z.array(RunId).min(1).max(1_000);
export const BulkDeleteBody = z.strictObject({ ids: Ids });
export const BulkFavouriteBody = z.strictObject({ ids: Ids, favourite: z.boolean() });
/** How many of the ids were the caller's and were changed. */
export const Changed = z.strictObject({ changed: z.int() });
export const AttachBody = z.strictObject({ folder_id: RunId });
/** Security and session of each row of the newest finished run, in output order, each pair once. */
export const SymbolPairs = z.strictObject({
  items: z.array(z.strictObject({ symbol: z.string(), date: z.string() })),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export const PairsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(1_000).default(100),
});

const ResultColumn = z.object({
  name: z.string(),
  type: z.string(),
  unit: z.string().nullable(),
  nulls: z.number(),
  code: z.string(),
  outcome: z.boolean(),
  live: z.boolean(),
});
const Snapshot = z.object({ id: z.string(), date: z.string() });

/** How far a run is. */
export const RunProgress = z.object({
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  read_rows: z.number(),
});

export const StatusAnswer = z.object({
  id: RunId,
  name: z.string(),
  status: RunStatus,
  created_at: z.string(),
  rows: z.int().nullable(),
  seconds: z.number().nullable(),
  /** Requests that run before this one. */
  waiting: z.int(),
  progress: RunProgress.nullable(),
  /** How many security-days each filter left; empty until finished, of a preview until they are counted. */
  funnel: z.array(z.object({ label: z.string(), code: z.string(), rows: z.number() })).readonly(),
  hits: z.array(z.object({ date: z.string(), rows: z.number() })).readonly(),
  columns: z.array(ResultColumn).readonly(),
  notes: z.array(Note).readonly(),
  snapshot: Snapshot.nullable(),
  /**
   * The newest finished result before, which rows and files still give while this run is not finished or has failed.
   */
  older_result: z
    .object({ rows: z.int(), columns: z.array(ResultColumn).readonly(), snapshot: Snapshot, ended_at: z.string() })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type StatusAnswer = z.infer<typeof StatusAnswer>;

import { z } from "zod";
import { RequestBody } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const TileColumn = z.object({ name: z.string(), type: z.string(), unit: z.string().nullable() });

/** One list of securities of the latest session, its rows as in `rows`. */
const Tile = z.object({
  tag: z.string(),
  name: z.string(),
  description: z.string(),
  /** Securities that qualify; `rows` holds the first of them. */
  total: z.int(),
  /** Place of the column that orders them. */
  by: z.int(),
  columns: z.array(TileColumn).readonly(),
  rows: z.array(z.array(z.unknown()).readonly()).readonly(),
  /** The request behind it, to open in the builder. */
  request: RequestBody,
});
export type ActivityTileAnswer = Readonly<z.infer<typeof Tile>>;

export const Activity = z.strictObject({
  /** The latest session, yyyy-MM-dd, and the snapshot it was computed on. */
  session: z.string(),
  snapshot: z.string(),
  breadth: z.object({
    securities: z.int(),
    /** Of the securities that have a value. */
    shares: z.array(z.object({ name: z.string(), true: z.int(), false: z.int() })).readonly(),
    request: RequestBody,
  }),
  tiles: z.array(Tile).readonly(),
});
export type Activity = z.infer<typeof Activity>;

/** The part computed so far; the first visit after an import shows it as it grows. */
export const ActivitySoFar = Activity.extend({
  breadth: Activity.shape.breadth.nullable(),
  /** Names of what is still to come, the one being computed first. */
  pending: z.array(z.string()).readonly(),
});
export type ActivitySoFar = z.infer<typeof ActivitySoFar>;

/** When one knows what a template looks for, by the clock of its day. */
export const MOMENTS = ["premarket", "open", "session", "close", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

const TemplateSample = z.strictObject({
  /** As the template's id. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  moment: z.enum(MOMENTS),
  /** Each in words. */
  filters: z.array(z.string()).readonly(),
  columns: z.array(TileColumn).readonly(),
  /** Lists and numbers of one's own that it names: it is counted for nobody then. */
  own: z.array(z.string()).readonly(),
  /** Rows between `start` and `end`; null until they are counted. */
  hits: z.int().nullable(),
  /** The newest of them. */
  rows: z.array(z.array(z.unknown()).readonly()).readonly(),
});
export type TemplateSample = z.infer<typeof TemplateSample>;

/** What the built-in templates find in the last three months of the data, once for each snapshot. */
export const TemplateSamples = z.strictObject({
  snapshot: z.string(),
  start: z.string(),
  end: z.string(),
  items: z.array(TemplateSample).readonly(),
  /** Whether hits are still being counted. */
  counting: z.boolean(),
});
export type TemplateSamples = z.infer<typeof TemplateSamples>;

/** Market activity. */
export const ACTIVITY_ROUTES = {
  activity: {
    method: "GET",
    path: "/v1/market/activity",
    summary: "Breadth, gainers, losers, most active, gaps, unusual volume, new highs and lows of the latest session",
    access: "public",
    answer: Activity,
    status: 200,
    problems: ["no-market", "market-changed", "engine-down"],
  },
  activitySoFar: {
    method: "GET",
    path: "/v1/market/activity/so-far",
    summary: "As much of the activity as is computed, at once, and what is still to come",
    access: "public",
    answer: ActivitySoFar,
    status: 200,
    problems: ["no-market", "market-changed", "engine-down"],
  },
  templateSamples: {
    method: "GET",
    path: "/v1/templates/samples",
    summary:
      "The built-in templates in words, how often each was met in the last three months of data, and its newest rows",
    access: "user",
    scope: "templates",
    answer: TemplateSamples,
    status: 200,
    problems: ["no-market", "market-changed", "engine-down"],
  },
} as const satisfies Record<string, Route>;

import { z } from "zod";
import { securityActionText } from "../vocabulary/index.ts";
import { RunId, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** What a page visit is called, before a dot and its page: `page-visit.dashboard`. */
export const PAGE_VISIT = "page-visit";
/** The pages of which visits are registered, with their titles; the payload of a visit is the address. */
const PAGES = {
  "my-data": "My Data",
  dashboard: "Dashboard",
  "market-activity": "Market activity",
  "data-request": "Create Data Request",
  template: "Create Template",
  subscriptions: "Subscriptions",
  charting: "Charting",
  settings: "Settings",
  users: "Administration",
  "user-detail": "User",
  "terms-and-conditions": "Terms and conditions",
} as const;
export type Page = keyof typeof PAGES;
export const pageVisit = (page: Page): string => `${PAGE_VISIT}.${page}`;

/** What the server itself registers: the end of a run, and the download of a file by its owner. */
export const SERVER_EVENTS = {
  finished: "run.finished",
  failed: "run.failed",
  exported: "request.exported",
} as const;

const EVENT_TEXTS: ReadonlyMap<string, string> = new Map([
  [SERVER_EVENTS.finished, "Run finished"],
  [SERVER_EVENTS.failed, "Run failed"],
  [SERVER_EVENTS.exported, "File downloaded"],
  ...Object.entries(PAGES).map(([page, title]) => [`${PAGE_VISIT}.${page}`, `Opened ${title}`] as const),
]);

/** An event's type in words; the type itself where a program registered it. A step of the security log is among them. */
export const eventText = (type: string): string => EVENT_TEXTS.get(type) ?? securityActionText(type);

/** Source of the server's own events; no caller can use it. */
export const SERVER_SOURCE = "server";
/** Characters of a payload as JSON, and bytes of the whole body. */
const PAYLOAD_LIMIT = 4_096;
const EVENT_BODY_LIMIT = 8 * 1024;

/** Words joined by dots and dashes; a filter by `chart` finds `chart.symbol` too. */
const EventType = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/);
const Word = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/);
const Source = Word.refine((source) => source !== SERVER_SOURCE, "Only the server's own events have this source.");
/** Any JSON value: an address, a number, an object. */
const Payload = z
  .unknown()
  .refine((value) => JSON.stringify(value ?? null).length <= PAYLOAD_LIMIT, `At most ${PAYLOAD_LIMIT} characters.`);

const EventBody = z.strictObject({
  type: EventType,
  payload: Payload.default(null),
  source: Source.default("web"),
  trigger: Word.default("user"),
});
/** Kept with the source `chart` and `chart.` before its type. */
const ChartEventBody = z.strictObject({
  type: EventType,
  payload: Payload.default(null),
  trigger: Word.default("user"),
});
/** Null where nothing was stored: an admin who acts as a user leaves no events of that user. */
const Registered = z.strictObject({ id: RunId.nullable() });

const Day = z.iso.date();
/** Newest first, ten at a time; days are in UTC and both included. A type finds those below it too. */
const EventQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(10),
  sort: z.enum(["date", "-date"]).default("date"),
  type: EventType.optional(),
  source: Word.optional(),
  trigger: Word.optional(),
  from: Day.optional(),
  to: Day.optional(),
});
export const UserEventQuery = EventQuery.extend({ user: RunId.optional() });
const TypeParams = z.strictObject({ type: EventType });

const StoredEvent = {
  id: z.string(),
  at: z.string(),
  type: z.string(),
  source: z.string(),
  trigger: z.string(),
  payload: z.unknown(),
};
const page = { total: z.int(), page: z.int(), page_size: z.int() };
export const Event = z.strictObject(StoredEvent);
export type Event = z.infer<typeof Event>;
export const EventList = z.strictObject({ items: z.array(Event), ...page });
/** The event and its user. */
const UserEvent = z.strictObject({
  ...StoredEvent,
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
});
type UserEvent = z.infer<typeof UserEvent>;
export const UserEventList = z.strictObject({ items: z.array(UserEvent), ...page });

const REGISTER_LIMIT = { calls: 120, seconds: 60 } as const;

/**
 * What users do: events that pages and programs register, and the server's own. Users read their own, an administrator
 * all.
 */
export const EVENT_ROUTES = {
  registerEvent: {
    method: "POST",
    path: "/v1/events",
    summary: "Registers an event of the own account",
    access: "user",
    scope: "user",
    limit: REGISTER_LIMIT,
    bodyLimit: EVENT_BODY_LIMIT,
    body: EventBody,
    answer: Registered,
    status: 201,
    problems: ["bad-request", "too-large"],
  },
  registerChartEvent: {
    method: "POST",
    path: "/v1/chart-events",
    summary: "Registers an event of a chart",
    access: "user",
    scope: "chart",
    limit: REGISTER_LIMIT,
    bodyLimit: EVENT_BODY_LIMIT,
    body: ChartEventBody,
    answer: Registered,
    status: 201,
    problems: ["bad-request", "too-large"],
  },
  myEvents: {
    method: "GET",
    path: "/v1/profile/events",
    summary: "The own events, newest first",
    access: "user",
    scope: "user",
    query: EventQuery,
    answer: EventList,
    status: 200,
    problems: ["bad-request"],
  },
  myChartEvents: {
    method: "GET",
    path: "/v1/chart-events",
    summary: "The own events of charts, newest first",
    access: "user",
    scope: "chart",
    query: EventQuery.omit({ type: true, source: true }),
    answer: EventList,
    status: 200,
    problems: ["bad-request"],
  },
  events: {
    method: "GET",
    path: "/v1/events",
    summary: "Events of all users, newest first",
    access: "super_admin",
    query: UserEventQuery,
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  filterEvents: {
    method: "GET",
    path: "/v1/events/filter",
    summary: "Events of all users by type, source, trigger, user and day; the same",
    access: "super_admin",
    query: UserEventQuery,
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  eventsOfType: {
    method: "GET",
    path: "/v1/events/type/:type",
    summary: "Events of one type and of those below it",
    access: "super_admin",
    params: TypeParams,
    query: UserEventQuery.omit({ type: true }),
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  eventsOfUser: {
    method: "GET",
    path: "/v1/events/user/:id",
    summary: "Events of one user",
    access: "super_admin",
    params: RunParams,
    query: EventQuery,
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found"],
  },
  userActivities: {
    method: "GET",
    path: "/v1/user-activities",
    summary: "What users did: their events beside sign-ins and other steps of the security log, newest first",
    access: "super_admin",
    query: UserEventQuery,
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  filterUserActivities: {
    method: "GET",
    path: "/v1/user-activities/filter",
    summary: "What users did by type, source, trigger, user and day; the same",
    access: "super_admin",
    query: UserEventQuery,
    answer: UserEventList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
} as const satisfies Record<string, Route>;

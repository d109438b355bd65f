/** Sources of market data: how each is called and read, what is kept until it is imported. */
export { CONNECTORS } from "./connectors/index.ts";
export { DATA_KINDS, usualKinds } from "./connector.ts";
export type { CallLimit, Connector, DataKind, FetchRequest } from "./connector.ts";
export { FetchError } from "./call-source.ts";
export { daysAfter, isCovered, requestsLeft, type FetchedDays } from "./fetched-days.ts";
export { fetchSession, sayState, sessionState, type SessionReport, type SessionState } from "./fetch-session.ts";
export { lastWholeDay, lastWholeSession, sessionEnd } from "./whole-day.ts";
export { sourceOf, sourceSettings, SourceSettingError, type SourceSettings } from "./source-settings.ts";
export { fetchSource, type FetchOptions, type FetchProgress, type FetchReport } from "./fetch-source.ts";

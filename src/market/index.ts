/** The market: the engine and its client, tables, session calendar, importers, demo market. All I/O on bars lives here. */
export * from "./market.ts";
export * from "./tables.ts";
export * from "./calendar.ts";
export * from "./periods.ts";
export { lockFile, type FileLock } from "./file-lock.ts";
export {
  currentSnapshot,
  keptSnapshots,
  onSnapshot,
  onSnapshotOf,
  ofSnapshot,
  type Snapshot,
  type SnapshotLabel,
} from "./snapshots.ts";
export { ANSWERS_COMMENT, answerTableNames } from "./snapshot-log.ts";
export { openMarket, type MarketOptions } from "./open-market.ts";
export { clusterNotice } from "./one-server.ts";
export type { EngineProfile } from "./engine-profile.ts";
export { makeDemo, DEMO_LAST_DATE, type DemoOptions, type DemoReport } from "./demo/make-demo.ts";
export { importCsv } from "./import/csv.ts";
export { importStooq } from "./import/stooq.ts";
export type { CsvOptions, ImportProgress } from "./import/input.ts";
export type { ImportClock } from "./import/run-import.ts";
export { KIND_NAMES, type Kind } from "./import/kinds.ts";
export { ImportError, type ImportReport, type RefusedRow, type SessionCount } from "./import/report.ts";
export { importFailure } from "./import/failure.ts";
export { marketSymbols } from "./symbols.ts";
export { snapshotSources, type SnapshotSource } from "./snapshot-sources.ts";
export { oncePerSnapshot } from "./once-per-snapshot.ts";
export { marketProfile, marketStatus, type MarketProfile, type MarketStatus } from "./status.ts";
export { LABEL_TABLE, replaceTables } from "./import/replace.ts";
export { rollBack } from "./import/roll-back.ts";
export { IMPORT_SOURCES, IMPORTERS, type ImportSource } from "./import/importers.ts";
export { importLean } from "./import/lean.ts";
export { importMassive } from "./import/massive.ts";
export { importEdgar } from "./import/edgar.ts";
export { settleFinding, restateBar, type BarValues, type FindingKey, type Verdict } from "./import/settle.ts";
export { identityConflicts, settleIdentity, type IdentityConflict } from "./import/settle-identity.ts";
export { CONFLICT_KINDS } from "./identity/conflicts.ts";
export { checkMarket } from "./check/check.ts";
export { FINDING_KINDS, SPLIT_RATIOS, type Finding, type FindingKind } from "./check/kinds.ts";
export { compareBars, compareMarkets, type ComparedBar, type Difference } from "./check/compare.ts";

import { importFailure, onSnapshot } from "../../market/index.ts";
import type { ImportReport, Market } from "../../market/index.ts";
import { fetchSession, FetchError, sayState, sessionState } from "../../sources/index.ts";
import type { SessionReport } from "../../sources/index.ts";
import type { DayStep } from "../../vocabulary/index.ts";
import type { MarketActivity } from "../activity/market-activity.ts";
import type { Config } from "../config.ts";
import { BucketError } from "../files/bucket.ts";
import { ProblemAnswer } from "../problem.ts";
import { importFolder } from "../updates/import-folder.ts";
import type { PinnedValues } from "../pinned-values.ts";
import { runUpdates } from "../updates/run-updates.ts";
import type { UpdateParts } from "../updates/run-updates.ts";
import { titleOf } from "../day-sources.ts";
import type { DaySource } from "../day-sources.ts";

export interface StepParts extends UpdateParts {
  readonly activity: MarketActivity;
  readonly pinnedValues: PinnedValues;
  /** The folder of imports; null without one. */
  readonly etl: Config["etl"];
  /** Where answers are kept until they are imported. */
  readonly folder: string;
  readonly symbols: readonly string[] | null;
}

/** What a step has come to: it is done, or waits for others and is looked at again. */
export interface StepResult {
  readonly done: boolean;
  readonly said: string;
}

interface Bringing {
  readonly date: string;
  readonly asItIs: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onFetched: (said: string) => Promise<void>;
}

/** Asks a source for a session and imports what it has, but for half days. Rejects as the fetch or the import. */
export async function bring(parts: StepParts, source: DaySource, bringing: Bringing): Promise<SessionReport> {
  const { market, folder, symbols, etl } = parts;
  const { date, asItIs, now, signal, onFetched } = bringing;
  if (source !== "folder")
    return fetchSession(market, source.connector, date, {
      ...source.settings,
      folder,
      symbols,
      asItIs,
      now,
      signal,
      onFetched: ({ called, resumed }) =>
        onFetched(`${called} pages${resumed === 0 ? "" : `, ${resumed} were there already`}.`),
    });
  if (etl === null) throw new FetchError("There is no folder: ETL_FOLDER is not set.");
  await onFetched("The folder is read by the import.");
  const imported = await importFolder(market, etl, { now, holdsHalfDays: !asItIs });
  const state = sessionState(imported, date);
  return {
    state: asItIs && state.is === "half" ? { is: "whole", securities: state.securities } : state,
    imported,
    whole: imported.sessions.filter(({ whole }) => whole).map((session) => session.date),
  };
}

/** What an import of a session has come to. */
export function importOutcome({ state, imported }: SessionReport, source: DaySource): StepResult {
  const said = sayState(state, { title: titleOf(source) });
  return { done: state.is === "whole", said: imported === null ? said : `${said} ${sayImport(imported)}` };
}

const sayImport = ({ restated, refused, excluded, snapshot }: ImportReport): string =>
  [
    ...(restated > 0 ? [`${restated} rows given anew.`] : []),
    ...(refused.count > 0 ? [`${refused.count} rows refused.`] : []),
    ...(excluded > 0 ? [`${excluded} excluded bars left out.`] : []),
    `Snapshot ${snapshot}.`,
  ].join(" ");

/** The message of a failure that is shown; null for one that only the log has. */
export function sayFailure(error: unknown): string | null {
  if (error instanceof FetchError || error instanceof BucketError || error instanceof ProblemAnswer)
    return error.message;
  return importFailure(error);
}

type FollowingStep = Exclude<DayStep, "fetch" | "import">;

/** The steps after the imports. Each may run again. */
export const FOLLOWING_STEPS: Readonly<Record<FollowingStep, (parts: StepParts, date: string) => Promise<StepResult>>> =
  {
    async check({ market, pinnedValues }, date) {
      const { all, ofDay } = await findings(market, date);
      const pins = await pinnedValues.latest();
      const broken = pins === null ? "" : ` ${pins.broken.length} of ${pins.count} pinned values do not hold.`;
      return { done: true, said: `${all} open findings, ${ofDay} of this session.${broken}` };
    },
    async activity({ activity }) {
      const { session } = await activity.latest();
      return { done: true, said: `Of ${session}.` };
    },
    async updates(parts) {
      const { started, invalid, deferred } = await runUpdates(parts, { retryFailed: false });
      const said = `${started} started${invalid > 0 ? `, ${invalid} are not valid any more` : ""}`;
      return deferred > 0
        ? { done: false, said: `${said}, ${deferred} wait for a place.` }
        : { done: true, said: `${said}.` };
    },
    async mails({ db, jobs }, date) {
      const runs = await db
        .selectFrom("run as r")
        .innerJoin("data_request as q", "q.id", "r.data_request_id")
        .select(["r.id", "r.status", "q.email_notification as mailed"])
        .where("r.market_date", "=", date)
        .where("r.cause", "=", "daily_update")
        .execute();
      const open = runs.filter(({ status }) => status === "Pending" || status === "Running").length;
      if (open > 0) return { done: false, said: `${open} of ${runs.length} updates have not ended.` };
      const mailed = runs.filter((run) => run.mailed);
      for (const { id } of mailed)
        if (await jobs.isLive("run-mail", { run: id })) return { done: false, said: "Mails are on their way." };
      const failed = runs.filter(({ status }) => status === "Failed").length;
      return {
        done: true,
        said: `${runs.length} updates have ended${failed > 0 ? `, ${failed} failed` : ""}; ${mailed.length} with a mail.`,
      };
    },
  };

const findings = (market: Market, date: string): Promise<{ readonly all: number; readonly ofDay: number }> =>
  onSnapshot(market, async (snapshot) => {
    const [row] = await snapshot.query<{ all: number; ofDay: number }>({
      sql: `SELECT toUInt32(count()) AS all, toUInt32(countIf(toString(date) = {date:String})) AS ofDay FROM ${snapshot.table("finding")} WHERE state = 'open'`,
      params: { date },
    });
    return row ?? { all: 0, ofDay: 0 };
  });

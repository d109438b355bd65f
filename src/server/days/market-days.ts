import { sql } from "kysely";
import type { Logger } from "pino";
import { SESSIONS } from "../../market/index.ts";
import { lastWholeSession, sessionEnd } from "../../sources/index.ts";
import type { SessionReport } from "../../sources/index.ts";
import { record } from "../audit.ts";
import type { SignedIn } from "../auth/actor.ts";
import { notify } from "../changes/change.ts";
import { ProblemAnswer, noSuch } from "../problem.ts";
import { insertDay, isEnded, isOfSource, readSteps, setDay, setStep, skipSteps } from "./day-rows.ts";
import type { DayRow, StepRow } from "./day-rows.ts";
import { nameOf } from "../day-sources.ts";
import type { DaySource } from "../day-sources.ts";
import { FOLLOWING_STEPS, bring, importOutcome, sayFailure } from "./day-steps.ts";
import type { StepParts } from "./day-steps.ts";

const MINUTE_MS = 60_000;
/** Minutes until a source that has not got a session is asked again; the last one from then on. */
const PAUSES = [5, 10, 20, 40, 60] as const;
/** What waits for runs and mails is looked at again soon. */
const SOON_MINUTES = 1;
/** An admin who asks again gives so much time. */
const ASKED_MINUTES = 60;
/** Sessions that are made up for after a pause of the server. */
const MISSED_SESSIONS = 10;

interface DayParts extends Omit<StepParts, "symbols"> {
  /** What brings sessions; null where nothing does. */
  readonly day: { readonly sources: readonly DaySource[]; readonly symbols: readonly string[] | null } | null;
  readonly logger: Logger;
  /** The clock; the machine's by default. */
  readonly now?: () => Date;
}

/**
 * Brings each session into the market after its close: fetch, import, check, market activity, daily updates, mails. The steps
 * are rows, and each can run again, so that a server that ends anywhere goes on there. A session whose source is late, or
 * has half of it only, is asked for again until the next one is over; it is not shown as a day before.
 */
export class MarketDays {
  readonly #parts: DayParts;
  readonly #closing = new AbortController();

  constructor(parts: DayParts) {
    this.#parts = parts;
  }

  get sources(): readonly DaySource[] {
    return this.#parts.day?.sources ?? [];
  }

  /** Ends what is under way; it goes on at the next start. */
  close(): void {
    this.#closing.abort(new Error("The server is stopping."));
  }

  /** Begins what is due and goes on with what waits. Rejects only where it is stopped. */
  async tick(signal: AbortSignal): Promise<void> {
    if (this.sources.length === 0) return;
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    await this.#begin();
    await this.#end();
    for (;;) {
      const day = await this.#parts.db
        .selectFrom("market_day")
        .selectAll()
        .where("status", "in", ["Running", "Waiting"])
        .where("next_at", "<=", this.#now())
        .orderBy("date")
        .limit(1)
        .executeTakeFirst();
      if (day === undefined) return;
      await this.#goOn(day, stopped);
      await notify(this.#parts.db, [{ kind: "market" }]);
    }
  }

  /** Asks for a session again now, by an admin; `asItIs` takes what looks like half a day. */
  async ask(actor: SignedIn, date: string, asItIs: boolean): Promise<void> {
    const { db, jobs } = this.#parts;
    const now = this.#now();
    await db.transaction().execute(async (transaction) => {
      const day = await transaction.selectFrom("market_day").selectAll().where("date", "=", date).executeTakeFirst();
      if (day === undefined) throw noSuch("session");
      if (day.status === "Running" || day.status === "Finished")
        throw new ProblemAnswer("conflict", day.status === "Running" ? "It is being brought now." : "It is there.");
      const later = new Date(now.getTime() + ASKED_MINUTES * MINUTE_MS);
      await transaction
        .updateTable("market_day")
        .set({
          status: "Waiting",
          next_at: now,
          ends_at: day.ends_at > later ? day.ends_at : later,
          as_it_is: asItIs,
          ended_at: null,
        })
        .where("date", "=", date)
        .execute();
      await transaction
        .updateTable("market_day_step")
        .set({ status: "Pending" })
        .where("date", "=", date)
        .where("status", "=", "Skipped")
        .execute();
      await record(transaction, { action: "market-day-asked", account: null, actor, details: { date, asItIs } });
      await jobs.enqueue(transaction, "market-day", {});
    });
  }

  #now(): Date {
    return this.#parts.now?.() ?? new Date();
  }

  /** Makes the rows of the last session that is over, and of those since the last row. */
  async #begin(): Promise<void> {
    const { db } = this.#parts;
    const now = this.#now();
    const session = lastWholeSession(now);
    if (session === null) return;
    const last = await db.selectFrom("market_day").select("date").orderBy("date", "desc").limit(1).executeTakeFirst();
    if (last !== undefined && last.date >= session.date) return;
    const missed =
      last === undefined
        ? []
        : SESSIONS.filter(({ date }) => date > last.date && date < session.date).slice(-MISSED_SESSIONS);
    const names = this.sources.map(nameOf);
    for (const { date } of missed) await insertDay(db, { date, status: "Missing", next_at: now, ends_at: now }, names);
    const next = SESSIONS[session.session + 1];
    const ends_at = next === undefined ? new Date(now.getTime() + ASKED_MINUTES * MINUTE_MS) : sessionEnd(next);
    await insertDay(db, { date: session.date, status: "Running", next_at: now, ends_at }, names);
  }

  /** Ends what has waited until the next session was over. */
  async #end(): Promise<void> {
    const { db } = this.#parts;
    const late = await db
      .selectFrom("market_day")
      .select("date")
      .where("status", "in", ["Running", "Waiting"])
      .where("ends_at", "<=", this.#now())
      .execute();
    for (const { date } of late) {
      const steps = await readSteps(db, [date]);
      const isThere = steps.filter(isOfSource).every(isEnded);
      await this.#close(date, isThere ? "Finished" : "Missing", "The next session is over.");
    }
  }

  /** Ends a session without its further steps. */
  async #close(date: string, status: "Finished" | "Missing", why: string): Promise<void> {
    await skipSteps(this.#parts.db, date, why);
    await setDay(this.#parts.db, date, { status, ended_at: this.#now() });
  }

  /** Runs the steps that have not ended, until one has to wait. */
  async #goOn(day: DayRow, signal: AbortSignal): Promise<void> {
    const { db } = this.#parts;
    await setDay(db, day.date, { status: "Running" });
    const steps = await readSteps(db, [day.date]);
    // A fetch and the import after it are one piece of work.
    const open = steps.filter(
      (step, index) =>
        step.step !== "import" &&
        [step, ...(step.step === "fetch" ? steps.slice(index + 1, index + 2) : [])].some((one) => !isEnded(one)),
    );
    for (const step of open) {
      signal.throwIfAborted();
      const pause = await this.#step(day, step, signal);
      if (pause === null) continue;
      const next_at = new Date(this.#now().getTime() + pause * MINUTE_MS);
      await setDay(db, day.date, { status: "Waiting", next_at, attempts: day.attempts + (isOfSource(step) ? 1 : 0) });
      return;
    }
    await setDay(db, day.date, { status: "Finished", ended_at: this.#now() });
  }

  /** Runs a step; null where it is done, else the minutes until the next try. */
  async #step(day: DayRow, step: StepRow, signal: AbortSignal): Promise<number | null> {
    const { db, logger } = this.#parts;
    const pause = PAUSES[Math.min(day.attempts, PAUSES.length - 1)] ?? SOON_MINUTES;
    await setStep(db, step, "Running", "", this.#now());
    try {
      if (step.step === "fetch") return (await this.#bring(day, step, signal)) ? null : pause;
      if (step.step === "import") return null;
      const { done, said } = await FOLLOWING_STEPS[step.step]({ ...this.#parts, symbols: null }, day.date);
      await setStep(db, step, done ? "Finished" : "Waiting", said, this.#now());
      return done ? null : SOON_MINUTES;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = sayFailure(error);
      if (failure === null) logger.error({ err: error, day: day.date, step: step.step }, "step of a day failed");
      const at = (await readSteps(db, [day.date])).find(({ status }) => status === "Running") ?? step;
      await setStep(db, at, "Failed", failure ?? "Its cause is in the server's log.", this.#now());
      return pause;
    }
  }

  /** Fetch and import of one source: whether the session is whole. */
  async #bring(day: DayRow, fetch: StepRow, signal: AbortSignal): Promise<boolean> {
    const { db } = this.#parts;
    const source = this.sources.find((one) => nameOf(one) === fetch.source);
    const into = { date: fetch.date, place: fetch.place + 1 };
    if (source === undefined) {
      for (const step of [fetch, into]) await setStep(db, step, "Skipped", "It is no source any more.", this.#now());
      return true;
    }
    const report = await bring({ ...this.#parts, symbols: this.#parts.day?.symbols ?? null }, source, {
      date: day.date,
      asItIs: day.as_it_is,
      now: this.#now(),
      signal,
      onFetched: async (said) => {
        await setStep(db, fetch, "Finished", said, this.#now());
        await setStep(db, into, "Running", "", this.#now());
      },
    });
    await this.#cameWith(day, fetch.source, report);
    const { done, said } = importOutcome(report, source);
    // What a source has not got is fetched again with the next try.
    if (!done) await setStep(db, fetch, "Waiting", said, this.#now());
    await setStep(db, into, done ? "Finished" : "Waiting", said, this.#now());
    return done;
  }

  /** Sessions that were missing and are whole in a later import are there, without steps of their own. */
  async #cameWith(day: DayRow, source: string, { whole }: SessionReport): Promise<void> {
    const { db } = this.#parts;
    const missing = await db
      .selectFrom("market_day")
      .select("date")
      .where("status", "=", "Missing")
      .where("date", "in", whole.length === 0 ? [""] : [...whole])
      .execute();
    for (const { date } of missing) {
      const came = `Came with ${day.date}.`;
      await db
        .updateTable("market_day_step")
        .set({
          status: "Finished",
          said: came,
          ended_at: this.#now(),
          started_at: sql<Date>`coalesce(started_at, ${this.#now()})`,
        })
        .where("date", "=", date)
        .where("source", "=", source)
        .execute();
      const steps = await readSteps(db, [date]);
      if (steps.filter(isOfSource).every(({ status }) => status === "Finished"))
        await this.#close(date, "Finished", `Done with ${day.date}.`);
    }
  }
}

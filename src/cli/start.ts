import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS } from "../vocabulary/index.ts";
import { MarketError, marketStatus } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import { readRequest } from "../request/index.ts";
import {
  ALL_QUEUES,
  STOP_AT_ONCE,
  createRequest,
  demoFile,
  demoSignIn,
  makeDemoAccount,
  requestEnded,
} from "../server/index.ts";
import type { Config, Server } from "../server/index.ts";
import { asServer, listen, sayEmpty } from "./as-server.ts";
import type { Call, ExitStatus } from "./command.ts";
import { demo } from "./market-demo.ts";
import { count, ProgressLine } from "./progress.ts";
import { stopTimesOf } from "./settings.ts";
import { stopSignal, untilStopped } from "./until-stopped.ts";
import type { Stop } from "./until-stopped.ts";

const TEMPLATE = resolve(import.meta.dirname, "../../presets/templates/gap-and-go.json");
/** Days of the first request: a quarter up to the last session. */
const FIRST_DAYS = 91;
/** How often to check whether another program has filled the market. */
const POLL_MS = 500;

/** `start`: everything on this machine, until interrupted. */
export const start = (call: Call): Promise<ExitStatus> =>
  asServer(call, ALL_QUEUES, async (place) => {
    const { market, config } = place;
    const { alone, withDemo } = demoRule(call, config);
    const fresh = withDemo && (await firstMarket(call, market));
    if (!withDemo) await sayEmpty(call, market);
    const stopTimes = stopTimesOf(config, STOP_AT_ONCE);
    const stop = stopSignal(stopTimes);
    const server = await listen(call, { ...place, stopTimes });
    if (server === null) return 1;
    try {
      const demoAccount = withDemo ? await makeDemoAccount(server.db, call.data) : null;
      const workbook =
        fresh && demoAccount !== null
          ? await unlessStopped(stop, firstWorkbook(call, market, server, demoAccount.id))
          : null;
      await untilStopped(call, stop, [
        ["Scanbook", server.address],
        ...(await signInLines(call, server, alone)),
        ...(server.chartAddress() === null ? [] : [["Charts", server.chartAddress() ?? ""] as const]),
        ...mailsLine(call, server),
        ["Data folder", call.data],
        ...(workbook === null ? [] : [["First workbook", workbook] as const]),
      ]);
      return 0;
    } finally {
      await server.close();
    }
  });

/**
 * Whether a start makes the demo market and account where there are none. By default only where everything is on this
 * machine, for a trial (`alone`): no service, and no database or market that others may use too. Elsewhere only on
 * request.
 */
export function demoRule(
  { env, options }: Pick<Call, "env" | "options">,
  config: Pick<Config, "production" | "databaseUrl">,
): { readonly alone: boolean; readonly withDemo: boolean } {
  const alone = !config.production && config.databaseUrl === null && (env["MARKET_URL"] ?? "") === "";
  return { alone, withDemo: alone || options["demo"] === true };
}

/** What becomes of some work, or null at once when the program is to stop: its run goes on at the next start. */
async function unlessStopped<T>(stop: Stop, work: Promise<T>): Promise<T | null> {
  work.catch(() => undefined);
  return Promise.race([work, stop.begun.then(() => null)]);
}

/** Fills an empty market with the demo; false where the market has data. */
async function firstMarket(call: Call, market: Market): Promise<boolean> {
  for (let announced = false; ; announced = true) {
    if ((await marketStatus(market)).snapshot !== null) return false;
    if (!announced) call.err("The market is empty: making the demo market …\n");
    try {
      const { securities, sessions } = await demo(call, market);
      call.err(`${count(securities)} securities over ${count(sessions)} sessions, all invented.\n`);
      return true;
    } catch (error) {
      // Another program is filling it.
      if (!(error instanceof MarketError) || error.code !== "locked") throw error;
      await delay(POLL_MS);
    }
  }
}

/** Where unsent mails can be read, if they are stored: with the page's key, which must not get into a log. */
function mailsLine(call: Call, { address, outbox }: Server): readonly (readonly [string, string])[] {
  if (outbox === null) return [];
  if (call.env["JOURNAL_STREAM"] === undefined) return [["Mails", `${address}${outbox}`]];
  return [["Mails", `${address}${outbox.replace(/[^=]+$/, "")}, with the key in outbox.key of the data folder`]];
}

/**
 * How to sign in as the demo account, where there is one. The output of a service is kept in a log, so the password is
 * left out there.
 */
async function signInLines(
  call: Call,
  server: Server,
  alone: boolean,
): Promise<readonly (readonly [string, string])[]> {
  const signIn = await demoSignIn(call.data);
  if (signIn === null) return [];
  if (!alone || call.env["JOURNAL_STREAM"] !== undefined)
    return [["Sign-in", `${signIn.email}, the password is in ${demoFile(call.data)}`]];
  return [
    ["Sign-in", `${signIn.email}  ${signIn.password}`],
    ["or open", `${server.address}/#demo=${demoCode(signIn)}`],
  ];
}

/** The demo account behind the # of an address: the page signs in with it and takes it out of the address bar. */
function demoCode({ email, password }: { readonly email: string; readonly password: string }): string {
  return Buffer.from(`${email}\n${password}`).toString("base64url");
}

/** Runs the template once, its dates fitted to the data, and writes its workbook; gives the path. */
async function firstWorkbook(
  call: Call,
  market: Market,
  { db, jobs, files }: Server,
  account: string,
): Promise<string | null> {
  const template = asObject(JSON.parse(await readFile(TEMPLATE, "utf8")));
  const end = (await marketStatus(market)).daily?.to;
  if (end === undefined) return null;
  const first = new Date(Date.parse(end) - FIRST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const source = { ...template, Date_Range: { start_date: first, end_date: end } };
  const { request, diagnostics } = readRequest(source);
  if (request === null) throw new Error(`${TEMPLATE}: ${diagnostics[0]?.message ?? "not valid"}`);
  const line = new ProgressLine(call);
  line.show(`Running ${request.name}`);
  const { id } = await createRequest(db, jobs, account, request);
  const ended = await requestEnded(db, account, id);
  line.clear();
  if (ended === null || ended.finished === null) {
    call.err(`${request.name} did not finish: ${ended?.error?.message ?? "it was removed"}\n`);
    return null;
  }
  return (await files.make({ account, run: ended.finished, meta: ended.meta }, "xlsx")).place;
}

function asObject(value: unknown): object {
  if (typeof value !== "object" || value === null) throw new Error(`${TEMPLATE} holds no request`);
  return value;
}

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FINDING_KINDS, type FindingKind } from "../check/kinds.ts";
import { currentSnapshot } from "../snapshots.ts";
import type { Market } from "../market.ts";
import { importCsv } from "./csv.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { runImport, type ImportClock } from "./run-import.ts";

/** Names a finding as it is shown. */
export interface FindingKey {
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly kind: FindingKind;
}

/** `accept`: it is right and is not raised again. `exclude`: the bar is left out. `reopen`: nothing was said. */
export type Verdict = "accept" | "exclude" | "reopen";

interface Settled {
  readonly security_id: number;
  readonly symbol: string;
  readonly session: number;
  readonly bar: string;
}

/**
 * Says of a finding what is to become of it, as a new snapshot of the market. Rejects with ImportError where there is no
 * such finding (any more), or it is of a kind of which no bar can be left out. Gives the bar that it is of, empty where
 * it is of none.
 */
export async function settleFinding(
  market: Market,
  key: FindingKey,
  verdict: Verdict,
  clock: ImportClock = {},
): Promise<string> {
  const only = new Set<number>();
  let bar = "";
  await runImport(market, null, { ...clock, check: true, only }, async ({ market: during, next }) => {
    const rows = await during.query<Settled>({
      sql: `SELECT security_id, symbol, session, bar FROM ${next.before("finding")} WHERE symbol = {symbol:String} AND date = {date:Date32} AND kind = {kind:String}`,
      params: { symbol: key.symbol, date: key.date, kind: key.kind },
    });
    const [found] = rows;
    if (found === undefined) throw noSuchFinding(key);
    if (verdict === "exclude" && (found.bar === "" || !isOfBar(key.kind)))
      throw new ImportError(`A finding of the kind ${key.kind} names no bar that could be left out.`);
    bar = found.bar;
    await next.fresh("given_verdict");
    await during.command({
      sql: `INSERT INTO ${next.table("given_verdict")} SELECT * FROM ${next.before("given_verdict")} WHERE NOT (symbol = {symbol:String} AND session = {session:UInt16} AND kind = {kind:String})`,
      params: { symbol: found.symbol, session: found.session, kind: key.kind },
    });
    if (verdict !== "reopen")
      await during.insert(next.table("given_verdict"), [
        { symbol: found.symbol, session: found.session, kind: key.kind, bar: found.bar, verdict },
      ]);
    // A bar less changes what is doubted around it; else only what is said of the finding is another.
    if (verdict === "exclude") only.add(found.security_id);
  });
  return bar;
}

export interface BarValues {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * Gives the bar of a finding anew, as an import of that one row does: what cannot be a bar is refused. Resolves with the bar
 * that stood there.
 */
export async function restateBar(
  market: Market,
  key: FindingKey,
  bar: BarValues,
  clock: ImportClock = {},
): Promise<{ readonly before: string; readonly report: ImportReport }> {
  const snapshot = await currentSnapshot(market);
  const [found] = await snapshot.query<{ bar: string }>({
    sql: `SELECT bar FROM ${snapshot.table("finding")} WHERE symbol = {symbol:String} AND date = {date:Date32} AND kind = {kind:String}`,
    params: { symbol: key.symbol, date: key.date, kind: key.kind },
  });
  if (found === undefined) throw noSuchFinding(key);
  const folder = await mkdtemp(join(tmpdir(), "scanbook-restated-"));
  try {
    const { open, high, low, close, volume } = bar;
    await writeFile(
      join(folder, "daily.csv"),
      `symbol,date,open,high,low,close,volume\n"${key.symbol}",${key.date},${open},${high},${low},${close},${volume}\n`,
    );
    const origin = {
      source: "administrator",
      pages: [{ file: "daily.csv", line: 1, page: "restated on Market data" }],
    };
    const report = await importCsv(market, folder, { ...clock, check: true, keepsSource: true, origin });
    return { before: found.bar, report };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const noSuchFinding = ({ symbol, date, kind }: FindingKey): ImportError =>
  new ImportError(`There is no finding ${kind} of ${symbol} on ${date} any more. The market may have changed.`);

const isOfBar = (kind: FindingKind): boolean => FINDING_KINDS.some(({ name, ofBar }) => name === kind && ofBar);

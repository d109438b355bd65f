import { BUILT_IN_COLUMNS, type FinishedRun, type FunnelStep } from "../vocabulary/index.ts";
import { columnKey, parseCode, type Node } from "../formula/index.ts";
import { lostTables, MarketError, onSnapshot, type Market, type Snapshot } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { fillFromAnswers } from "./answers/kept-scan.ts";
import { finishedRun } from "./finish.ts";
import { leftOutOf } from "./held-out.ts";
import type { ScanOptions } from "./options.ts";
import type { Plan } from "./plan/plan.ts";
import { planScan } from "./plan/planner.ts";
import { profileOf } from "./profile.ts";
import { untilAborted } from "./run-database.ts";
import { dropRun, nameOf } from "./result.ts";
import { fillResult, type Plans } from "./stages.ts";
import { RunStatements } from "./statements.ts";

/**
 * Runs a request on one snapshot of the market, whatever is imported meanwhile, and stores its rows in the engine. The request is expected to be checked (readRequest). Rejects with MarketError: `cancelled` after an abort,
 * `engine-died` when the engine died twice, `changed` when imports do not end; nothing of the run remains then.
 */
export async function runScan(market: Market, request: ScanRequest, options: ScanOptions): Promise<FinishedRun> {
  const name = nameOf(options);
  if (!/^\w{1,64}$/.test(name)) throw new RangeError(`not a run name: ${name}`);
  try {
    return await onSnapshot(market, (snapshot) => scanTwice(snapshot, request, options));
  } catch (error) {
    await dropRun(market, name).catch(() => undefined);
    throw error;
  }
}

async function scanTwice(market: Snapshot, request: ScanRequest, options: ScanOptions): Promise<FinishedRun> {
  try {
    return await scanOnce(market, request, options);
  } catch (error) {
    // The tables of an engine that died are lost; the client starts a new one, so the run is tried once more.
    if (error instanceof MarketError && lostTables(error) && !options.signal?.aborted) {
      return await scanOnce(market, request, options);
    }
    throw error;
  }
}

/** Trees that a formula of the request may name in braces: its own columns, then the built-in ones. */
export function columnTrees(request: Pick<ScanRequest, "columns" | "unshown">): Map<string, Node> {
  const trees = new Map<string, Node>();
  for (const { name, code } of BUILT_IN_COLUMNS) {
    const { tree } = parseCode(code);
    if (tree) trees.set(name, tree);
  }
  for (const column of [...(request.unshown ?? []), ...request.columns]) trees.set(columnKey(column.name), column.tree);
  return trees;
}

async function scanOnce(market: Snapshot, request: ScanRequest, options: ScanOptions): Promise<FinishedRun> {
  const started = performance.now();
  const profile = await profileOf(market);
  const trees = columnTrees(request);
  const leftOut = leftOutOf(request, trees);
  const planned = new Map<string, Plan>();
  const plans: Plans = ({ keys = false, ...left }) => {
    const key = JSON.stringify([keys, left]);
    const rows = { ...request, leftOut, ...(keys ? { columns: [] } : {}) };
    const plan = planned.get(key) ?? planScan(rows, trees, profile, { ...options, ...left });
    planned.set(key, plan);
    return plan;
  };
  const run = new RunStatements(market, options);
  return untilAborted(run, options.signal, async (database) => {
    const plan = plans({ gather: false });
    const end = (funnel: readonly FunnelStep[]): Promise<FinishedRun> =>
      finishedRun(run, { plan, request, profile, funnel, started });
    if (options.answers === true) {
      const filled = await fillFromAnswers({ run, plan, profile, options, database });
      const finished = filled && (await end(filled.funnel));
      const whole = finished !== null && finished.rows === finished.funnel.at(-1)?.rows;
      filled?.counted(whole);
      if (whole) return finished;
    }
    await database.make();
    const finished = await end(await fillResult(run, plans, profile, options));
    const counted = finished.funnel.at(-1)?.rows ?? 0;
    // The last that stands between rows missing on a node and somebody's money.
    if (market.profile.cluster !== null && finished.rows !== counted)
      throw new MarketError("engine", `The cluster gave ${finished.rows} rows of ${counted}. Run the scan again.`);
    return finished;
  });
}

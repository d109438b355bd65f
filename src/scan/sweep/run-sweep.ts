import { randomInt } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { check, columnKey, columnsByKey, parameterKey } from "../../formula/index.ts";
import type { ParameterValues } from "../../formula/index.ts";
import { MarketError } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { chosenValues, outcomeMistake, valuesOf } from "../../request/index.ts";
import type { ScanColumn, ScanRequest } from "../../request/index.ts";
import type { Sweep, SweepCell, SweepVerdict } from "../../vocabulary/index.ts";
import { leftOutOf } from "../held-out.ts";
import type { ScanOptions } from "../options.ts";
import { dropRun } from "../result.ts";
import { columnTrees, runScan } from "../run.ts";
import { bestPlateau, cellsOf, peakOf, plateauOf } from "./cells.ts";
import { chanceOf } from "./chance.ts";
import type { ChanceOutcome } from "./chance.ts";
import { readSweptRows } from "./read-swept-rows.ts";
import { parametersBehind, sweptRequest } from "./swept-request.ts";

export interface SweepOptions extends Pick<ScanOptions, "run" | "signal" | "onProgress" | "lane"> {
  /** Of the shuffles that chance is judged by; drawn where it is left out. */
  readonly seed?: number;
}

/** Rows of all settings together that are looked at, and their outcomes, of which a row has one for each variant. */
const MAX_ROWS = 2_000_000;
const MAX_OUTCOMES = 20_000_000;

/**
 * Computes all settings of a request's parameters in one pass over the rows that any of them has. `outcome` is the name of a
 * numeric column. Rejects with MarketError, `cancelled` after an abort; nothing of the run remains.
 */
export async function runSweep(
  market: Market,
  request: ScanRequest,
  outcome: string,
  options: SweepOptions,
): Promise<Sweep> {
  const started = performance.now();
  const swept = sweptRequest(request, outcome);
  const { run, signal, onProgress, lane } = options;
  try {
    const finished = await runScan(market, swept.request, {
      run,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
      ...(lane ? { lane } : {}),
    });
    const most = Math.min(MAX_ROWS, Math.floor(MAX_OUTCOMES / swept.outcomes.columns.length));
    if (finished.rows > most)
      throw new MarketError(
        "too-much",
        `All settings together have ${finished.rows.toLocaleString("en")} rows, of at most ${most.toLocaleString("en")}. Shorten the dates, or begin with a stricter value.`,
      );
    const rows = await readSweptRows(market, finished, swept);
    const values = swept.settings.map((setting) =>
      request.parameters.map(({ name }) => setting.get(parameterKey(name)) ?? NaN),
    );
    const cells = cellsOf(rows, values);
    const width = valuesOf(request.parameters.at(-1) ?? { from: 0, to: 0, step: 1 }).length;
    const peak = peakOf(cells);
    const chance = await chanceOf(rows, options.seed ?? randomInt(2 ** 31), async () => {
      await setImmediate();
      if (signal?.aborted) throw new MarketError("cancelled", "The sweep was cancelled.");
    });
    return {
      parameters: request.parameters,
      outcome,
      start: request.start,
      end: request.end,
      held: request.held && {
        ...request.held,
        leftOut: leftOutOf(swept.request, columnTrees(swept.request)),
        lookedAt: finished.hits.length,
      },
      rows: finished.rows,
      cells,
      peak,
      aroundPeak: peak === null ? null : plateauOf(cells, peak, width),
      best: bestPlateau(cells, width),
      chance: typeof chance === "string" ? null : chance,
      verdict: verdictOf(chance),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await dropRun(market, run);
  }
}

/** Why a request cannot be swept for an outcome; null where it can. */
export function sweepMistake(request: ScanRequest, outcome: string): string | null {
  if (request.parameters.length === 0) return "The request has no parameters: parameter $gap 5 .. 100 step 5.";
  if (outcome === "") return "The request has no outcome: outcome {Return}.";
  const chosen = request.columns.find(({ name }) => columnKey(name) === columnKey(outcome));
  if (chosen === undefined) return `{${outcome}} is no column of the request.`;
  const checked = check(chosen.tree, {
    columns: columnsByKey(request.columns),
    parameters: chosenValues(request.parameters),
    use: "column",
    ...(request.own ? { own: request.own } : {}),
  });
  return outcomeMistake(chosen.name, checked) ?? idleMistake(request, chosen);
}

/** A parameter that changes nothing would count each setting several times, and its copies would look like a plateau. */
function idleMistake({ parameters, filters, columns }: ScanRequest, outcome: ScanColumn): string | null {
  const behind = parametersBehind(columns);
  const changing = new Set([outcome, ...filters].flatMap(({ tree }) => behind(tree)));
  const idle = parameters.find(({ name }) => !changing.has(parameterKey(name)));
  if (idle === undefined) return null;
  return `$${idle.name} changes neither a filter nor {${outcome.name}}: name it in one of them, or remove it.`;
}

/** What one setting made on the days that are held out. Rejects as `runSweep`. */
export async function runOpening(
  market: Market,
  request: ScanRequest,
  outcome: string,
  setting: ParameterValues,
  options: SweepOptions,
): Promise<SweepCell> {
  const { held } = request;
  if (held === null) throw new RangeError("nothing is held out");
  const parameters = request.parameters.map((one) => {
    const value = setting.get(parameterKey(one.name)) ?? one.value;
    return { ...one, from: value, to: value, value };
  });
  const only = { ...request, parameters, start: held.start, end: held.end, held: null };
  const { cells } = await runSweep(market, only, outcome, options);
  const [cell] = cells;
  if (cell === undefined) throw new RangeError("no setting");
  return cell;
}

/** One in twenty shuffles makes as much as what is called better than chance. */
const LEVEL = 0.05;

export const verdictOf = (chance: ChanceOutcome): SweepVerdict =>
  typeof chance === "string" ? chance : chance.share <= LEVEL ? "better-than-chance" : "not-told-apart";

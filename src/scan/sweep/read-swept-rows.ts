import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { readNumbers } from "../read-numbers.ts";
import { tableOf } from "../row-filter.ts";
import { CONDITIONS_PER_COLUMN } from "./swept-request.ts";
import type { SweptCondition, SweptRequest } from "./swept-request.ts";
import type { SweptRows } from "./swept-rows.ts";
import { metOf } from "./thresholds.ts";

/** What the rows of a swept run say, the settings matched to the patterns of conditions that hold. */
export async function readSweptRows(
  market: Market,
  run: FinishedRun,
  { conditions, outcomes, settings }: SweptRequest,
): Promise<SweptRows> {
  const numbers = new Map(
    [...outcomes.columns, ...conditions.flatMap(columnsOf)].map((name) => [name, new Float64Array(run.rows)]),
  );
  const sessions = await readNumbersOf(market, run, numbers);
  const of = (name: string): Float64Array => numbers.get(name) ?? new Float64Array(run.rows);
  const states = conditions.map((condition) => statesOf(condition, of));
  const { pattern, firstRows } = patternsOf(
    run.rows,
    states.map(({ state }) => state),
  );
  return {
    sessions,
    pattern,
    outcomes: outcomes.columns.map(of),
    ofSetting: settings.map((_, setting) =>
      Int32Array.from(
        [...firstRows.entries()].flatMap(([place, row]) =>
          states.every(({ state, holds }) => holds(state[row] ?? 0, setting)) ? [place] : [],
        ),
      ),
    ),
    patterns: firstRows.length,
    outcomeOf: outcomes.ofSetting,
  };
}

const columnsOf = (condition: SweptCondition): readonly string[] =>
  condition.kind === "bits" ? condition.columns : [condition.column];

/** Fills the columns' numbers, NaN where there is none, and gives the session of each row. */
async function readNumbersOf(
  market: Market,
  run: FinishedRun,
  numbers: ReadonlyMap<string, Float64Array>,
): Promise<Int32Array> {
  const ids = new Map(run.columns.map(({ id, name }) => [name, id]));
  const sessions = new Float64Array(run.rows);
  const columns = ["toFloat64(session)", ...[...numbers.keys()].map((name) => `ifNull(${ids.get(name) ?? ""}, nan)`)];
  await readNumbers(market, { table: tableOf(run), columns }, [sessions, ...numbers.values()]);
  return Int32Array.from(sessions);
}

interface States {
  /** Of each row which of the condition's variants hold. */
  readonly state: Int32Array;
  /** Whether in a state the variant of a setting holds. */
  readonly holds: (state: number, setting: number) => boolean;
}

function statesOf(condition: SweptCondition, of: (name: string) => Float64Array): States {
  const { ofSetting } = condition;
  if (condition.kind === "thresholds") {
    const state = metOf(of(condition.column), condition.thresholds);
    return { state, holds: (met, setting) => met > (ofSetting[setting] ?? 0) };
  }
  const bits = condition.columns.map(of);
  const rows = bits[0]?.length ?? 0;
  const { pattern, firstRows } = patternsOf(
    rows,
    bits.map((list) => numbered(list).pattern),
  );
  return {
    state: pattern,
    holds(state, setting) {
      const variant = ofSetting[setting] ?? 0;
      const held = bits[Math.floor(variant / CONDITIONS_PER_COLUMN)]?.[firstRows[state] ?? 0] ?? 0;
      return Math.floor(held / 2 ** (variant % CONDITIONS_PER_COLUMN)) % 2 === 1;
    },
  };
}

interface Patterns {
  /** Of each row which pattern it has, numbered as they are met. */
  readonly pattern: Int32Array;
  /** The first row of each pattern. */
  readonly firstRows: readonly number[];
}

/** Rows that are in the same state of every list have one pattern. */
function patternsOf(rows: number, lists: readonly Int32Array[]): Patterns {
  return lists.reduce(
    ({ pattern }: Patterns, states) => {
      const size = states.reduce((most, state) => Math.max(most, state), 0) + 1;
      // Rows are two millions at most, so that the numbers of two states are a whole number of a double.
      const both = new Float64Array(rows);
      for (let row = 0; row < rows; row += 1) both[row] = (pattern[row] ?? 0) * size + (states[row] ?? 0);
      return numbered(both);
    },
    numbered(new Float64Array(rows)),
  );
}

/** The distinct values of a list, numbered as they are met. */
function numbered(list: Float64Array): Patterns {
  const known = new Map<number, number>();
  const firstRows: number[] = [];
  const pattern = new Int32Array(list.length);
  for (let row = 0; row < list.length; row += 1) {
    const value = list[row] ?? 0;
    const place = known.get(value) ?? firstRows.length;
    if (place === firstRows.length) {
      known.set(value, place);
      firstRows.push(row);
    }
    pattern[row] = place;
  }
  return { pattern, firstRows };
}

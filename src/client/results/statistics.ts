import { useEffect, useState } from "react";
import type { ColumnStatistics } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";
import type { Asked } from "./explanations.ts";

export type { ColumnStatistics };

const KEPT = 8;
const known = new Map<string, readonly ColumnStatistics[]>();

/** Statistics of the columns of a run, asked for once they are wanted. */
export function useStatistics(id: string, version: string, wanted: boolean): Asked<readonly ColumnStatistics[]> | null {
  const key = `${id} ${version}`;
  const [state, setState] = useState<{ readonly key: string; readonly message: string | null }>({ key, message: null });
  useEffect(() => {
    if (!wanted || known.has(key)) return;
    const abort = new AbortController();
    void call("statistics", { params: { id }, signal: abort.signal }).then((answer) => {
      if (abort.signal.aborted) return;
      if (answer.ok) {
        known.set(key, answer.value.columns);
        const [oldest] = known.keys();
        if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
      }
      setState({ key, message: answer.ok ? null : messageOf(answer.error) });
    });
    return () => abort.abort();
  }, [key, id, wanted]);
  if (!wanted) return null;
  const found = known.get(key);
  if (found !== undefined) return { phase: "ready", value: found };
  return state.key === key && state.message !== null
    ? { phase: "failed", message: state.message }
    : { phase: "loading" };
}

const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (value: number): string => `${value}${SUFFIXES[rules.select(value)] ?? "th"}`;

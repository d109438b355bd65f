import { useEffect, useState } from "react";
import { printCode } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { DistributionAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { columnsOf } from "./values-of.ts";

/** Quiet time before the engine is asked to read a whole range of days, in milliseconds. */
const DELAY_MS = 900;

interface DistributionState {
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly answer: DistributionAnswer | null;
  readonly error: string | null;
}

const IDLE: DistributionState = { phase: "idle", answer: null, error: null };
const LOADING: DistributionState = { phase: "loading", answer: null, error: null };

export interface Days {
  /** yyyy-MM-dd */
  readonly start: string;
  readonly end: string;
}

/** The distribution of a formula's values, loaded once typing stops; null without a formula. */
export function useDistribution(
  tree: Node | null,
  columns: readonly KnownColumn[],
  days: Days | null,
): DistributionState {
  const [answered, setAnswered] = useState<{
    readonly question: string;
    readonly distribution: DistributionState;
  } | null>(null);
  const question =
    tree === null || days === null || days.start === "" || days.end === ""
      ? null
      : JSON.stringify({
          formula: printCode(tree),
          start_date: days.start,
          end_date: days.end,
          columns: columnsOf(tree, columns),
        });
  useEffect(() => {
    if (question === null) return undefined;
    const giveUp = new AbortController();
    const ask = async (): Promise<void> => {
      const body: object = JSON.parse(question);
      const answer = await call("distribution", { body, signal: giveUp.signal });
      if (giveUp.signal.aborted) return;
      const loaded: DistributionState = answer.ok
        ? { phase: "ready", answer: answer.value, error: null }
        : { phase: "failed", answer: null, error: messageOf(answer.error) };
      setAnswered({ question, distribution: loaded });
    };
    const timer = setTimeout(() => void ask(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [question]);
  if (question === null) return IDLE;
  // An answer is about the question it was given to.
  return answered?.question === question ? answered.distribution : LOADING;
}

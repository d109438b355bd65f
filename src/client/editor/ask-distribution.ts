import { useEffect, useState } from "react";
import { printCode } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { DistributionAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/server/calls.ts";
import { columnsOf } from "./values-of.ts";

/** Quiet time before the engine is asked to read a whole range of days, in milliseconds. */
const DELAY = 900;

export interface Asked {
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly answer: DistributionAnswer | null;
  readonly error: string | null;
}

const IDLE: Asked = { phase: "idle", answer: null, error: null };
const LOADING: Asked = { phase: "loading", answer: null, error: null };

export interface Days {
  /** yyyy-MM-dd */
  readonly start: string;
  readonly end: string;
}

/** How a formula's values are spread over the days, asked for once it stands still; null where there is nothing to ask. */
export function useDistribution(tree: Node | null, columns: readonly KnownColumn[], days: Days | null): Asked {
  const [answered, setAnswered] = useState<{ readonly question: string; readonly asked: Asked } | null>(null);
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
      const asked: Asked = answer.ok
        ? { phase: "ready", answer: answer.value, error: null }
        : { phase: "failed", answer: null, error: messageOf(answer.error) };
      setAnswered({ question, asked });
    };
    const timer = setTimeout(() => void ask(), DELAY);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [question]);
  if (question === null) return IDLE;
  // An answer is about the question it was given to.
  return answered?.question === question ? answered.asked : LOADING;
}

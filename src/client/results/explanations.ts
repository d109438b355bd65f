import { useEffect, useState } from "react";
import type { ExplainAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";
import type { CallError } from "../state/calls.ts";

export type Asked<T> =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly value: T }
  | { readonly phase: "failed"; readonly message: string };

/** Answers kept, so that going back to a row costs nothing. */
const KEPT = 60;
/** Milliseconds of rest before a row is asked about: the arrow keys pass many. */
const REST = 140;

const answers = new Map<string, ExplainAnswer>();
/** Requests by the run they belong to, as they were sent. */
const requests = new Map<string, Record<string, unknown>>();

/** The server's own list of what is wrong says more than its summary. */
const reasonOf = (error: CallError): string => {
  const listed = error.kind === "problem" ? error.problem.errors.map(({ message }) => message) : [];
  return listed.length > 0 ? listed.join(" ") : messageOf(error);
};

/** Request of a run or preview as it was sent. */
export async function requestOf(id: string, signal?: AbortSignal): Promise<Asked<Record<string, unknown>>> {
  const kept = requests.get(id);
  if (kept !== undefined) return { phase: "ready", value: kept };
  const answer = await call("request", { params: { id }, ...(signal ? { signal } : {}) });
  if (!answer.ok) return { phase: "failed", message: reasonOf(answer.error) };
  requests.clear();
  requests.set(id, answer.value);
  return { phase: "ready", value: answer.value };
}

/** Every filter and column of a run on one security-day. `version` changes where the same run has new rows. */
export function useExplanation(
  id: string,
  version: string,
  symbol: string,
  date: string,
  again = 0,
): Asked<ExplainAnswer> {
  const key = JSON.stringify([id, version, symbol, date]);
  const turn = `${key} ${again}`;
  const [state, setState] = useState<{ readonly key: string; readonly asked: Asked<ExplainAnswer> }>({
    key: "",
    asked: { phase: "loading" },
  });
  useEffect(() => {
    if (answers.has(key)) return;
    const abort = new AbortController();
    const tell = (asked: Asked<ExplainAnswer>): void => {
      if (!abort.signal.aborted) setState({ key: turn, asked });
    };
    const ask = async (): Promise<void> => {
      const request = await requestOf(id, abort.signal);
      if (request.phase !== "ready") return tell(request);
      const body = { request: request.value, symbol, date };
      const answer = await call("explain", { body, signal: abort.signal });
      if (!answer.ok) return tell({ phase: "failed", message: reasonOf(answer.error) });
      keep(key, answer.value);
      tell({ phase: "ready", value: answer.value });
    };
    const timer = setTimeout(() => void ask(), REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, turn, id, symbol, date]);
  const kept = answers.get(key);
  if (kept !== undefined) return { phase: "ready", value: kept };
  return state.key === turn ? state.asked : { phase: "loading" };
}

function keep(key: string, answer: ExplainAnswer): void {
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
}

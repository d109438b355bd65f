import { useCallback, useEffect, useState } from "react";
import type { AnswerOf, RouteName } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";
import type { CallOptions } from "../state/calls.ts";

export interface Asked<T> {
  /** The last answer; that of an older question stays until the new one is there. */
  readonly value: T | null;
  readonly error: string | null;
  readonly busy: boolean;
  readonly again: () => void;
}

/** The answer of a reading route, asked for again when the question changes; a late answer never replaces a newer one. */
export function useAnswer<Name extends RouteName>(
  name: Name,
  { params, query }: Pick<CallOptions, "params" | "query"> = {},
): Asked<AnswerOf<Name>> {
  const [value, setValue] = useState<AnswerOf<Name> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify([params ?? {}, query ?? {}]);
  useEffect(() => {
    const asking = new AbortController();
    setBusy(true);
    setError(null);
    void call(name, {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
      signal: asking.signal,
    }).then((answer) => {
      if (asking.signal.aborted) return;
      setBusy(false);
      if (answer.ok) setValue(answer.value);
      else setError(messageOf(answer.error));
    });
    return () => asking.abort();
    // The question stands for params and query, which are new objects in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, question, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { value, error, busy, again };
}

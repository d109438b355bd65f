import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { AnswerOf, RouteName } from "../../contract/index.ts";
import type { CallResult, CallOptions } from "./calls.ts";
import { call, messageOf } from "./calls.ts";

export interface Loaded<T> {
  /** Null until it has come; the last one stays while another is asked for. */
  readonly value: T | null;
  readonly error: string | null;
  /** Something is being asked for. */
  readonly busy: boolean;
  /** Asks once more: after a failure, or after a change. */
  readonly again: () => void;
}

interface Answered<T> extends Pick<Loaded<T>, "value" | "error"> {
  /** Which question this answers. */
  readonly asked: string | null;
}

/** What a call answers, asked for when the component comes, and whenever `key` changes. An answer that comes too late is dropped. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<CallResult<T>>): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const asked = `${key} ${attempt}`;
  const [answered, setAnswered] = useState<Answered<T>>({ asked: null, value: null, error: null });
  const ask = useEffectEvent((_what: string, signal: AbortSignal) => load(signal));
  useEffect(() => {
    const abort = new AbortController();
    void ask(asked, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      setAnswered(({ value }) =>
        answer.ok ? { asked, value: answer.value, error: null } : { asked, value, error: messageOf(answer.error) },
      );
    });
    return () => abort.abort();
  }, [asked]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const busy = answered.asked !== asked;
  return { value: answered.value, error: busy ? null : answered.error, busy, again };
}

/** The answer of one reading route, asked for again when its parameters change. */
export const useRoute = <Name extends RouteName>(
  name: Name,
  options: Pick<CallOptions, "params" | "query"> = {},
): Loaded<AnswerOf<Name>> =>
  useLoaded(`${name} ${JSON.stringify(options)}`, (signal) => call(name, { ...options, signal }));

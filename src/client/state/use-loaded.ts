import { useEffect, useEffectEvent, useState } from "react";
import type { Called } from "./call-route.ts";
import { messageOf } from "./call-route.ts";

export interface Loaded<T> {
  /** Null until it has come; the last one stays while another is asked for. */
  readonly value: T | null;
  readonly error: string | null;
  /** Asks once more: after a failure, or after a change. */
  readonly again: () => void;
}

/** What a call answers, asked for when the component comes, and whenever `key` changes. An answer that comes too late is dropped. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<Called<T>>): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Loaded<T>, "again">>({ value: null, error: null });
  const ask = useEffectEvent((_what: string, signal: AbortSignal) => load(signal));
  useEffect(() => {
    const abort = new AbortController();
    void ask(`${key} ${attempt}`, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      setState((before) =>
        answer.ok ? { value: answer.value, error: null } : { value: before.value, error: messageOf(answer.error) },
      );
    });
    return () => abort.abort();
  }, [key, attempt]);
  return { ...state, again: () => setAttempt((count) => count + 1) };
}

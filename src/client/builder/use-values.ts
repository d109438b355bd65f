import { useQuery } from "@tanstack/react-query";
import { useSnapshot } from "valtio";
import { printCode } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { ValuesAnswer } from "../../contract/index.ts";
import { columnsOf } from "../editor/values-of.ts";
import { call, reasonOf } from "../state/queries/calls.ts";
import { answerOrThrow, delay, keepNewest, NEVER_STALE } from "../state/queries/route-query.ts";
import { previewEnded } from "../state/slices/preview.ts";
import { pinned } from "../state/slices/pinned.ts";

/** Quiet time before the values of what is being written are asked for, in milliseconds. */
const DELAY_MS = 400;
/** Answers kept: going back to a statement costs nothing. */
const ANSWERS = 60;

interface Values {
  readonly answer: ValuesAnswer | null;
  /** Why there is none: no such row on the pinned day, or the server's reason. */
  readonly error: string | null;
}

/** What formulas are worth on the pinned day; nothing while none is pinned. */
export function useValues(trees: readonly Node[], columns: readonly KnownColumn[]): Values {
  const { at } = useSnapshot(pinned);
  const named = new Map(trees.flatMap((tree) => columnsOf(tree, columns)).map((column) => [column.name, column]));
  const body = at && { ...at, formulas: trees.map((tree) => printCode(tree)), columns: [...named.values()] };
  const { data, error } = useQuery({
    ...NEVER_STALE,
    queryKey: ["values of text", body],
    queryFn: async ({ signal }): Promise<ValuesAnswer> => {
      await delay(DELAY_MS, signal);
      await previewEnded(signal);
      keepNewest("values of text", ANSWERS);
      return answerOrThrow(call("values", { body: body ?? {}, signal }));
    },
    enabled: body !== null && trees.length > 0,
    retryOnMount: false,
  });
  return {
    answer: data?.absence === null ? data : null,
    error: data?.absence?.text ?? (error === null ? null : reasonOf(error.error)),
  };
}

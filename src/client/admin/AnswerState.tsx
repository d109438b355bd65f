import { Button, Callout, Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Asked } from "./use-answer.ts";

/** What stands in an answer's place until it is there: bones of its size, or why it did not come and a way to try again. */
export function AnswerState({ asked, height }: { readonly asked: Asked<unknown>; readonly height: string }): ReactNode {
  if (asked.error !== null) {
    return (
      <Callout.Root color="red" role="alert" size="1">
        <Callout.Text>
          {asked.error}{" "}
          <Button size="1" variant="soft" color="red" onClick={asked.again}>
            Try again
          </Button>
        </Callout.Text>
      </Callout.Root>
    );
  }
  if (asked.value !== null) return null;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
    </div>
  );
}

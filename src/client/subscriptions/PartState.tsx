import { Button, Callout, Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { loadPart } from "./billing.ts";

/** What stands in a part's place until it is there: bones of its size, or why it did not come and a way to try again. */
export function PartState({
  name,
  error,
  height,
}: {
  readonly name: Parameters<typeof loadPart>[0];
  readonly error: string | null;
  readonly height: string;
}): ReactNode {
  if (error === null) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton height={height} />
      </div>
    );
  }
  return (
    <Callout.Root color="red" role="alert" size="1">
      <Callout.Text>
        {error}{" "}
        <Button size="1" variant="soft" color="red" onClick={() => void loadPart(name)}>
          Try again
        </Button>
      </Callout.Text>
    </Callout.Root>
  );
}

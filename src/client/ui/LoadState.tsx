import { Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Loaded } from "../state/server/use-route.ts";
import { LoadFailure } from "./LoadFailure.tsx";

/** What stands in an answer's place until it is there: bones of its size, or why it did not come and a way to try again. */
export function LoadState({
  loaded: { value, error, again },
  height,
}: {
  readonly loaded: Pick<Loaded<unknown>, "value" | "error" | "again">;
  readonly height: string;
}): ReactNode {
  if (error !== null) return <LoadFailure error={error} again={again} />;
  if (value !== null) return null;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
    </div>
  );
}

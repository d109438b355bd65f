import { Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Loaded } from "../state/queries/use-route.ts";
import { LoadFailure } from "./LoadFailure.tsx";
import { SlowNote } from "./SlowNote.tsx";

/** Shown in place of an answer until it is there: a placeholder of its size, or the error with a retry. */
export function LoadState({
  loaded: { value, error, again },
  height,
  doing = "Asking the server",
}: {
  readonly loaded: Pick<Loaded<unknown>, "value" | "error" | "again">;
  readonly height: string;
  /** What a wait of more than a second is for. */
  readonly doing?: string;
}): ReactNode {
  if (error !== null) return <LoadFailure error={error} again={again} />;
  if (value !== null) return null;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
      <SlowNote doing={doing} />
    </div>
  );
}

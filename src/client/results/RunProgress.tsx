import { Button, Progress, Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { StatusAnswer } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { showCount } from "../ui/values.ts";

interface RunProgressProps {
  /** Null until the server has answered. */
  readonly status: Pick<StatusAnswer, "progress" | "waiting"> | null;
  readonly onCancel: (() => void) | null;
}

/** How far a run is, and the way to end it. */
export function RunProgress({ status, onCancel }: RunProgressProps): ReactNode {
  const progress = status?.progress ?? null;
  const share = progress === null || progress.total === 0 ? null : (progress.done / progress.total) * 100;
  const waiting = status?.waiting ?? 0;
  return (
    <>
      <Spinner />
      <span className="what">
        {waiting > 0
          ? `Waiting for ${waiting === 1 ? "another request" : `${waiting} other requests`}`
          : (progress?.stage ?? "Starting")}
        {progress !== null && progress.read_rows > 0 && <small>{showCount(progress.read_rows)} rows read</small>}
      </span>
      {/* Without a value it would fill by itself, to nine tenths, before anything has begun. */}
      <Progress value={share ?? 0} aria-label="Progress of the scan" />
      <Button variant="soft" color="gray" onClick={() => onCancel?.()} disabled={onCancel === null}>
        <Icon name="stop" /> Cancel
      </Button>
    </>
  );
}

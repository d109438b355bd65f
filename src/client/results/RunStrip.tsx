import { IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Icon } from "../ui/icons.tsx";
import { cancelRun, closeRun, run } from "../state/slices/run.ts";
import { Downloads } from "./Downloads.tsx";
import { RunProgress } from "./RunProgress.tsx";
import { showCount, showSeconds } from "../ui/values.ts";
import "./run-strip.css";

/** Where the results of a request are looked at. */
const resultsAddress = (id: string): string => `/data-request/${id}/results`;

/** Progress, cancel and outcome of the run. */
export default function RunStrip(): ReactNode {
  const { phase, id, status, error } = useSnapshot(run);
  const busy = phase === "starting" || phase === "running";
  return (
    <div className={`run-strip ${phase}`} role="status">
      {busy && <RunProgress status={status} onCancel={id === null ? null : () => void cancelRun()} />}
      {phase === "finished" && status !== null && (
        <>
          <Icon name="check" />
          <span className="what">
            {status.name}
            <small>
              {showCount(status.rows ?? 0)} rows in {showSeconds(status.seconds ?? 0)}
            </small>
          </span>
          <Link href={resultsAddress(status.id)} className="results-open">
            Open the results page
          </Link>
          <Downloads id={status.id} />
        </>
      )}
      {phase === "cancelled" && (
        <>
          <Icon name="stop" />
          <span className="what">The run was cancelled.</span>
        </>
      )}
      {phase === "failed" && (
        <>
          <Icon name="warning" />
          <span className="what">{error}</span>
        </>
      )}
      {!busy && (
        <IconButton variant="ghost" color="gray" aria-label="Back to the preview" onClick={closeRun}>
          <Icon name="cross" />
        </IconButton>
      )}
    </div>
  );
}

import { Button, Callout, IconButton, Progress, Skeleton, Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FORMATS } from "../../contract/index.ts";
import type { Format, StatusAnswer } from "../../contract/index.ts";
import { Icon } from "../shell/icons.tsx";
import { loadMarket, market } from "../state/market.ts";
import { preview, previewAgain } from "../state/preview.ts";
import { cancelRun, closeRun, run } from "../state/run.ts";
import { validity } from "../state/validity.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { Funnel } from "./Funnel.tsx";
import { Grid } from "./Grid.tsx";
import { HitsChart } from "./HitsChart.tsx";
import { showCount, showSeconds } from "./values.ts";

const FORMAT_LABELS: Readonly<Record<Format, string>> = { xlsx: "Workbook", csv: "CSV", parquet: "Parquet" };

function Downloads({ id }: { readonly id: string }): ReactNode {
  return (
    <span className="downloads">
      {FORMATS.map((format, index) => (
        <Button key={format} asChild size="2" variant={index === 0 ? "solid" : "soft"}>
          <DownloadLink id={id} format={format}>
            <Icon name="download" /> {FORMAT_LABELS[format]}
          </DownloadLink>
        </Button>
      ))}
    </span>
  );
}

/** Progress, cancel and outcome of the run; nothing while there is none. */
function RunStrip(): ReactNode {
  const { phase, id, status, error } = useSnapshot(run);
  if (phase === "idle") return null;
  const busy = phase === "starting" || phase === "running";
  const progress = status?.progress ?? null;
  const share = progress === null || progress.total === 0 ? null : (progress.done / progress.total) * 100;
  const waiting = status?.waiting ?? 0;
  return (
    <div className={`run-strip ${phase}`} role="status">
      {busy && (
        <>
          <Spinner />
          <span className="what">
            {waiting > 0
              ? `Waiting for ${waiting === 1 ? "another request" : `${waiting} other requests`}`
              : (progress?.stage ?? "Starting")}
            {progress !== null && progress.read_rows > 0 && <small>{showCount(progress.read_rows)} rows read</small>}
          </span>
          <Progress value={share} aria-label="Progress of the scan" />
          <Button variant="soft" color="gray" onClick={() => void cancelRun()} disabled={id === null}>
            <Icon name="stop" /> Cancel
          </Button>
        </>
      )}
      {phase === "finished" && status !== null && (
        <>
          <Icon name="check" />
          <span className="what">
            {status.name}
            <small>
              {showCount(status.rows ?? 0)} rows in {showSeconds(status.seconds ?? 0)}
            </small>
          </span>
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

function Notes({ notes }: { readonly notes: StatusAnswer["notes"] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <details className="notes">
      <summary>
        <Icon name="info" size={14} /> {notes.length === 1 ? "1 note" : `${notes.length} notes`}
      </summary>
      <ul>
        {notes.map((note) => (
          <li key={`${note.code} ${note.column}`}>
            <strong>{note.column}</strong>: {showCount(note.rows)} {note.message}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What the preview is up to, in one line. */
function PreviewState({ shown }: { readonly shown: StatusAnswer | null }): ReactNode {
  const { phase, stale, progress } = useSnapshot(preview);
  const { broken } = useSnapshot(validity);
  if (phase === "running" || phase === "waiting") {
    return (
      <span className="state">
        <Spinner size="1" /> {progress?.stage ?? "Updating"}
      </span>
    );
  }
  if (stale) {
    return (
      <span className="state">
        {broken > 0
          ? `Waiting for ${broken === 1 ? "a formula" : `${broken} formulas`} to be mended`
          : "Waiting for the request"}
      </span>
    );
  }
  return <span className="state">{shown?.seconds != null && `Preview, ${showSeconds(shown.seconds)}`}</span>;
}

/** The results dock: the run if there is one, else the preview; chart and funnel beside the rows. */
export function Results(): ReactNode {
  const { shown: previewed, error, phase, stale } = useSnapshot(preview);
  const { previewable } = useSnapshot(validity);
  const { status: runStatus, phase: runPhase } = useSnapshot(run);
  const { answer, error: marketError } = useSnapshot(market);
  const ran = runPhase === "finished" ? runStatus : null;
  const shown = ran ?? previewed;
  const dimmed = ran === null && (stale || phase === "failed");
  return (
    <section className="results" aria-label="Results">
      <RunStrip />
      <header>
        <h2>
          {shown === null ? (
            "Results"
          ) : (
            <>
              <strong>{showCount(shown.rows ?? 0)}</strong> of {showCount(shown.funnel[0]?.rows ?? 0)} security-days
            </>
          )}
        </h2>
        {ran === null ? <PreviewState shown={shown} /> : <span className="state">Rows of the run</span>}
        {shown !== null && <Notes notes={shown.notes} />}
      </header>
      {error !== null && ran === null && (
        <Callout.Root color="red" size="1" role="alert">
          <Callout.Text>
            {error}{" "}
            <Button size="1" variant="soft" color="red" onClick={() => previewAgain(previewable)}>
              <Icon name="retry" /> Try again
            </Button>
          </Callout.Text>
        </Callout.Root>
      )}
      {answer === null && marketError !== null ? (
        <div className="nothing" role="alert">
          <Icon name="offline" size={28} />
          <p>{marketError}</p>
          <Button variant="soft" mt="3" onClick={() => void loadMarket()}>
            <Icon name="retry" /> Try again
          </Button>
        </div>
      ) : answer !== null && answer.snapshot === null ? (
        <div className="nothing">
          <Icon name="sheet" size={28} />
          <p>No market data yet.</p>
          <p>
            <code>npm run -s cli -- market demo</code> makes a market to try things on.
          </p>
        </div>
      ) : shown === null ? (
        error === null && <Waiting busy={phase !== "idle"} />
      ) : (
        <div className="panes">
          <div className="insights">
            <HitsChart hits={shown.hits} />
            <Funnel steps={shown.funnel} />
          </div>
          {shown.rows === 0 ? (
            <div className="nothing">
              <Icon name="filter" size={28} />
              <p>No security-day passes every filter.</p>
              <p>The funnel shows which filter takes the last ones.</p>
            </div>
          ) : (
            <Grid key={shown.id} status={shown} dimmed={dimmed} />
          )}
        </div>
      )}
    </section>
  );
}

/** The place of the results before there are any: bones of the same size while they come. */
function Waiting({ busy }: { readonly busy: boolean }): ReactNode {
  if (!busy) {
    return (
      <div className="nothing">
        <Icon name="sheet" size={28} />
        <p>Write a filter or a column: the preview runs by itself.</p>
      </div>
    );
  }
  return (
    <div className="panes" aria-hidden="true">
      <div className="insights">
        <Skeleton height="110px" />
        <Skeleton height="90px" />
      </div>
      <div className="bones">
        {Array.from({ length: 7 }, (_, index) => (
          <Skeleton key={index} height="20px" />
        ))}
      </div>
    </div>
  );
}

import type { ReactNode } from "react";
import type { RequestUpdate } from "../../../contract/index.ts";
import type { Question } from "../loadable.ts";
import { showMoment } from "../../ui/dates.ts";
import { showCount, showDate } from "../../ui/values.ts";
import { Panel, WhenThere } from "./Panel.tsx";
import "./difference.css";

interface DifferencePanelProps {
  readonly history: Question<readonly RequestUpdate[]>;
  /** Shows a row of that symbol and day among the rows. */
  readonly onFind: (symbol: string, date: string) => void;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** Which rows came and went between the last run and the one before it. */
export function DifferencePanel({ history, onFind, focus, onClose }: DifferencePanelProps): ReactNode {
  return (
    <Panel title="Difference to the last run" focus={focus} onClose={onClose}>
      <WhenThere {...history} doing="Comparing the run with those before">
        {(runs) => <Difference runs={runs} onFind={onFind} />}
      </WhenThere>
    </Panel>
  );
}

const CAUSES: Readonly<Record<RequestUpdate["cause"], string>> = {
  user: "by hand",
  daily_update: "daily update",
  admin: "by an administrator",
};

function Difference({
  runs,
  onFind,
}: {
  readonly runs: readonly RequestUpdate[];
  readonly onFind: DifferencePanelProps["onFind"];
}): ReactNode {
  const newest = runs.find(({ status }) => status === "Finished");
  const difference = newest?.difference ?? null;
  const before = runs.find(({ run }) => run === difference?.against);
  return (
    <>
      {difference === null ? (
        <p className="hint">There is no earlier run to compare with. Run the request again when there is new data.</p>
      ) : (
        <>
          <p className="difference" role="status">
            <strong>{showCount(difference.added)}</strong> new and <strong>{showCount(difference.gone)}</strong> gone
            {before && ` since ${showMoment(before.created_at)}`}.
          </p>
          <Pairs title="New" pairs={difference.added_rows} all={difference.added} onFind={onFind} />
          <Pairs title="Gone" pairs={difference.gone_rows} all={difference.gone} />
        </>
      )}
      <h4>Runs</h4>
      <ol className="difference-runs">
        {runs.map((run) => (
          <li key={run.run}>
            <span>{showMoment(run.created_at)}</span>
            <span>{run.status === "Finished" ? `${showCount(run.rows ?? 0)} rows` : run.status}</span>
            <small>
              {CAUSES[run.cause]}
              {run.market_date !== null && `, data up to ${showDate(run.market_date)}`}
            </small>
          </li>
        ))}
      </ol>
    </>
  );
}

function Pairs({
  title,
  pairs,
  all,
  onFind,
}: {
  readonly title: string;
  readonly pairs: readonly { readonly symbol: string; readonly date: string }[];
  readonly all: number;
  readonly onFind?: DifferencePanelProps["onFind"];
}): ReactNode {
  if (all === 0) return null;
  return (
    <section aria-label={title} className="difference-pairs">
      <h4>{title}</h4>
      <ul>
        {pairs.map(({ symbol, date }) => (
          <li key={`${symbol} ${date}`}>
            {onFind === undefined ? (
              <span>
                {symbol} <small>{showDate(date)}</small>
              </span>
            ) : (
              <button type="button" onClick={() => onFind(symbol, date)}>
                {symbol} <small>{showDate(date)}</small>
              </button>
            )}
          </li>
        ))}
      </ul>
      {all > pairs.length && <p className="hint">{showCount(all - pairs.length)} more are not listed.</p>}
    </section>
  );
}

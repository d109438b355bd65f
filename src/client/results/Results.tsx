import { Button, Skeleton, Spinner } from "@radix-ui/themes";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { failureText } from "../../vocabulary/index.ts";
import type { StatusAnswer } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { askForMarket, useMarket } from "../state/queries/market.ts";
import { builder } from "../state/slices/builder.ts";
import { isOutdated, preview, previewAgain, provideFirstRows } from "../state/slices/preview.ts";
import { run } from "../state/slices/run.ts";
import { validity } from "../state/slices/validity.ts";
import { Insights } from "./Insights.tsx";
import { ResultView } from "./ResultView.tsx";
import { keepOrder, keptOrder } from "./grid/kept-orders.ts";
import { loadFirstRows } from "./load-rows.ts";
import { isFiltered, orderFor } from "./rows-order.ts";
import type { RowsOrder } from "./rows-order.ts";
import { shownRun } from "./shown-run.ts";
import { lazily } from "../ui/lazily.tsx";
import { showCount, showSeconds } from "../ui/values.ts";
import "./results.css";

// Most visits of the builder only preview.
const RunStrip = lazily(() => import("./RunStrip.tsx"));

/** Status of the preview in one line. */
function PreviewState({ shown }: { readonly shown: StatusAnswer | null }): ReactNode {
  const { phase, stale, progress, error } = useSnapshot(preview);
  const { broken, previewable } = useSnapshot(validity);
  if (error !== null && phase === "failed") {
    return (
      <span className="state failed" role="alert">
        <Icon name="warning" size={14} /> <span>{failureText(error)}</span>
        <Button size="1" variant="soft" color="red" onClick={() => previewAgain(previewable)}>
          <Icon name="retry" size={14} /> Try again
        </Button>
      </span>
    );
  }
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
          ? `Waiting for ${broken === 1 ? "a formula" : `${broken} formulas`} to be fixed`
          : "Waiting for the request"}
      </span>
    );
  }
  return <span className="state">{shown?.seconds != null && `Preview, ${showSeconds(shown.seconds)}`}</span>;
}

/** The results dock: the run if there is one, else the preview; chart and funnel beside the rows. */
export function Results(): ReactNode {
  const { shown: previewed, counted, error, phase, stale, changing } = useSnapshot(preview);
  const { source } = useSnapshot(builder);
  const [order, setOrder] = useKeptOrder(source.id);
  useEffect(
    () =>
      provideFirstRows((status) => {
        const next = shownRun(status);
        return loadFirstRows(next, orderFor(order, next));
      }),
    [order],
  );
  const { status: runStatus, phase: runPhase } = useSnapshot(run);
  const { answer, error: marketError } = useMarket();
  const ran = runPhase === "finished" ? runStatus : null;
  const shown = ran ?? previewed;
  const looked = useMemo(() => shown && shownRun(shown), [shown]);
  const dimmed = ran === null && isOutdated({ phase, stale, changing });
  // Its funnel is there before its rows.
  const begun = ran === null ? counted : null;
  const funnel = (begun ?? shown)?.funnel ?? [];
  return (
    <section className="results" aria-label="Results" data-part="[role=grid]">
      {runPhase !== "idle" && <RunStrip />}
      <header>
        <h2>
          {shown === null ? (
            "Results"
          ) : (
            <>
              <strong>{showCount(funnel.at(-1)?.rows ?? 0)}</strong> of {showCount(funnel[0]?.rows ?? 0)} security-days
            </>
          )}
        </h2>
        {ran === null ? <PreviewState shown={shown} /> : <span className="state">Rows of the run</span>}
      </header>
      {answer === null && marketError !== null ? (
        <div className="results-nothing" role="alert">
          <Icon name="offline" size={28} />
          <p>{failureText(marketError)}</p>
          <Button variant="soft" mt="3" onClick={() => void askForMarket()}>
            <Icon name="retry" /> Try again
          </Button>
        </div>
      ) : answer !== null && answer.snapshot === null ? (
        <div className="results-nothing">
          <Icon name="sheet" size={28} />
          <p>No market data yet.</p>
          <p>
            <code>npm run -s cli -- market demo</code> makes a market to try things on.
          </p>
        </div>
      ) : shown === null || looked === null ? (
        error === null && <Waiting busy={phase !== "idle" || answer === null} />
      ) : (
        <div className="results-panes">
          <Insights hits={shown.hits} counted={begun ?? shown} some={isFiltered(order)} />
          <ResultView
            key={ran === null ? "preview" : shown.id}
            run={looked}
            request={source.id}
            dimmed={dimmed}
            order={order}
            onOrder={setOrder}
            onNewFilter={null}
            preview={ran === null}
          />
        </div>
      )}
    </section>
  );
}

/** The order of a request's rows; another request in the same place has its own. */
function useKeptOrder(request: string | null): readonly [RowsOrder, (order: RowsOrder) => void] {
  const [changed, setChanged] = useState<{ readonly of: string | null; readonly order: RowsOrder } | null>(null);
  const kept = useMemo(() => keptOrder(request), [request]);
  const setOrder = (order: RowsOrder): void => {
    setChanged({ of: request, order });
    keepOrder(request, order);
  };
  return [changed?.of === request ? changed.order : kept, setOrder];
}

/** The place of the results before there are any: a skeleton of the same size while they load. */
function Waiting({ busy }: { readonly busy: boolean }): ReactNode {
  if (!busy) {
    return (
      <div className="results-nothing">
        <Icon name="sheet" size={28} />
        <p>Write a filter or a column: the preview runs by itself.</p>
      </div>
    );
  }
  return (
    <div className="results-panes" aria-hidden="true">
      <div className="results-insights">
        <Skeleton height="110px" />
        <Skeleton height="90px" />
      </div>
      <div className="results-bones">
        {Array.from({ length: 7 }, (_, index) => (
          <Skeleton key={index} height="20px" />
        ))}
      </div>
    </div>
  );
}

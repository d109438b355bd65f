import { Badge, Button, Skeleton } from "@radix-ui/themes";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation, useParams, useSearchParams } from "wouter";
import { failureText } from "../../vocabulary/index.ts";
import type { RunStatus, StatusAnswer } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { showToast } from "../state/slices/toast.ts";
import { waitForBuilder } from "../state/slices/waiting-filter.ts";
import { Downloads } from "./Downloads.tsx";
import { Insights } from "./Insights.tsx";
import { keepOrder, keptOrder } from "./grid/kept-orders.ts";
import { cancelRequest, isOver, runAgain, useRun } from "./run-of-page.ts";
import { ResultView } from "./ResultView.tsx";
import { isFiltered, orderOfQuery, rowsQuery } from "./rows-order.ts";
import type { RowsOrder } from "./rows-order.ts";
import { RunProgress } from "./RunProgress.tsx";
import { shownRun } from "./shown-run.ts";
import type { ShownRun } from "./shown-run.ts";
import { lazily } from "../ui/lazily.tsx";
import { SlowNote } from "../ui/SlowNote.tsx";
import { showCount, showDate, showSeconds } from "../ui/values.ts";
import "./results.css";
import "./results-page.css";
import "./run-strip.css";

const NothingHere = lazily(() => import("../ui/NothingHere.tsx"));

/** Colours of a run's status (docs/product-rules.md, Statuses and colours). */
const COLOURS: Readonly<Record<RunStatus, "green" | "red" | "orange" | "gray">> = {
  Finished: "green",
  Failed: "red",
  Pending: "orange",
  Running: "orange",
  Cancelled: "gray",
};

/** The results of a request: how its run fares, then its rows and everything one asks of them. */
export default function ResultsPage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const { status, error, again } = useRun(id);
  useEffect(() => {
    if (status !== null) document.title = `${status.name} · Scanbook`;
  }, [status]);
  const showFailure = (failed: string | null): void => {
    if (failed !== null) showToast(failed, "error");
    again();
  };
  return (
    <main className="results results-page" aria-label="Results">
      {status !== null && (
        <Head
          status={status}
          onAgain={() => void runAgain(id).then(showFailure)}
          onCancel={() => void cancelRequest(id).then(showFailure)}
        />
      )}
      {error !== null ? (
        error.gone ? (
          <NothingHere page title={error.message} />
        ) : (
          <div className="results-nothing" role="alert">
            <Icon name="offline" size={28} />
            <p>{failureText(error.message)}</p>
            <Button variant="soft" mt="3" onClick={again}>
              <Icon name="retry" /> Try again
            </Button>
          </div>
        )
      ) : status === null ? (
        <Placeholder />
      ) : (
        <Outcome status={status} />
      )}
    </main>
  );
}

interface HeadProps {
  readonly status: StatusAnswer;
  readonly onAgain: () => void;
  readonly onCancel: () => void;
}

function Head({ status, onAgain, onCancel }: HeadProps): ReactNode {
  const { snapshot, hits } = status;
  const over = isOver(status);
  const [first, last] = [hits[0]?.date, hits.at(-1)?.date];
  return (
    <header className="results-page-head">
      <div className="title">
        <h1 title={status.name}>{status.name}</h1>
        <Badge color={COLOURS[status.status]}>{status.status}</Badge>
      </div>
      {status.status === "Finished" && (
        <p className="facts">
          <span>
            <strong>{showCount(status.rows ?? 0)}</strong> of {showCount(status.funnel[0]?.rows ?? 0)} security-days
          </span>
          {first !== undefined && last !== undefined && (
            <span>
              {showDate(first)} – {showDate(last)}
            </span>
          )}
          <span>{showSeconds(status.seconds ?? 0)}</span>
          {snapshot !== null && <span title={`Snapshot ${snapshot.id}`}>As of {showDate(snapshot.date)}</span>}
        </p>
      )}
      {over ? (
        <span className="actions">
          <Button asChild size="2" variant="soft" color="gray">
            <Link href={`/data-request?id=${status.id}`}>Edit</Link>
          </Button>
          <Button size="2" variant="soft" color="gray" onClick={onAgain}>
            <Icon name="retry" /> Run again
          </Button>
          {status.status === "Finished" && status.columns.some(({ outcome }) => outcome) && (
            <Button asChild size="2" variant="soft" color="gray">
              <Link href={`/data-request/${status.id}/study`}>Study</Link>
            </Button>
          )}
          {status.status === "Finished" && <Downloads id={status.id} />}
        </span>
      ) : (
        <div className="run-strip running" role="status">
          <RunProgress status={status} onCancel={onCancel} />
        </div>
      )}
    </header>
  );
}

function Outcome({ status }: { readonly status: StatusAnswer }): ReactNode {
  switch (status.status) {
    case "Pending":
    case "Running":
      return <Placeholder />;
    case "Cancelled":
    case "Failed":
      return (
        <div className="results-nothing" role="status">
          <Icon name={status.status === "Failed" ? "warning" : "stop"} size={28} />
          <p>{status.status === "Failed" ? (status.error?.message ?? "The scan failed.") : "The run was cancelled."}</p>
        </div>
      );
    case "Finished":
      return <FinishedRows key={status.id} status={status} />;
    default:
      return status.status satisfies never;
  }
}

function FinishedRows({ status }: { readonly status: StatusAnswer }): ReactNode {
  const run = useMemo(() => shownRun(status), [status]);
  const [order, setOrder] = useAddressedOrder(status, run);
  const [, navigate] = useLocation();
  return (
    <div className="results-panes">
      <Insights hits={status.hits} counted={status} some={isFiltered(order)} />
      <ResultView
        key={run.version}
        run={run}
        request={status.id}
        dimmed={false}
        order={order}
        onOrder={setOrder}
        onNewFilter={(filter) => {
          waitForBuilder(status.id, [filter]);
          navigate(`/data-request?id=${status.id}`);
          return null;
        }}
        preview={false}
      />
    </div>
  );
}

/** Order, words and conditions stand in the address, so that a link shows the same rows; without them as they were kept. */
function useAddressedOrder(
  { id }: StatusAnswer,
  { columns }: ShownRun,
): readonly [RowsOrder, (order: RowsOrder) => void] {
  const [address, setAddress] = useSearchParams();
  const [order, setShown] = useState(() =>
    ["sort", "q", "where"].some((key) => address.has(key)) ? orderOfQuery(address, columns) : keptOrder(id),
  );
  const setOrder = (next: RowsOrder): void => {
    setShown(next);
    keepOrder(id, next);
    setAddress({ ...rowsQuery(next, columns) }, { replace: true });
  };
  return [order, setOrder];
}

/** Bones of the size of what comes. */
function Placeholder(): ReactNode {
  return (
    <div className="results-panes" role="status" aria-label="Loading">
      <div className="results-insights">
        <Skeleton height="110px" />
        <Skeleton height="90px" />
      </div>
      <div className="results-bones">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height="20px" />
        ))}
        <SlowNote doing="Looking for the run" />
      </div>
    </div>
  );
}

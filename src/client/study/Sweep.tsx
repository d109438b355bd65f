import { Button, Skeleton } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation, useParams } from "wouter";
import type { StatusAnswer, SweepAnswer } from "../../contract/index.ts";
import { sweepSentences } from "../../vocabulary/index.ts";
import { useRun } from "../results/run-of-page.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { waitForBuilder } from "../state/slices/waiting-filter.ts";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import NothingHere from "../ui/NothingHere.tsx";
import { SlowNote } from "../ui/SlowNote.tsx";
import { showCount, showDatesIn } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { HeldOut } from "./HeldOut.tsx";
import { showOutcome } from "./outcome-text.ts";
import { SweepCells } from "./SweepCells.tsx";
import { SweepMap } from "./SweepMap.tsx";
import { SweepScale } from "./SweepScale.tsx";
import "./study.css";
import "./study-scroll.css";
import "./study-grid.css";
import "./sweep.css";

/** The outcome at every setting of a request's parameters. */
export default function Sweep(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const { status, error, again } = useRun(id);
  useEffect(() => {
    if (status !== null) document.title = `Sweep of ${status.name} · Scanbook`;
  }, [status]);
  return (
    <main className="study" aria-label="Sweep">
      {error?.gone === true ? (
        <NothingHere page title={error.message} />
      ) : error !== null ? (
        <LoadFailure error={error.message} again={again} />
      ) : status === null ? (
        <Bones doing="Looking for the request" />
      ) : (
        <OfRequest status={status} />
      )}
    </main>
  );
}

/** Of about the size of what comes. */
const Bones = ({ doing }: { readonly doing: string }): ReactNode => (
  <div className="study-bones" role="status" aria-label="Loading">
    {[120, 260].map((height) => (
      <Skeleton key={height} height={`${height}px`} />
    ))}
    <SlowNote doing={doing} />
  </div>
);

function OfRequest({ status }: { readonly status: StatusAnswer }): ReactNode {
  const sweep = useRoute("sweep", { params: { id: status.id } });
  return (
    <>
      <header className="study-head">
        <h1>Sweep of {status.name}</h1>
        <span className="study-choices">
          <Button asChild size="2" variant="soft" color="gray">
            <Link href={`/data-request/${status.id}/study`}>Study</Link>
          </Button>
          <Button asChild size="2" variant="soft" color="gray">
            <Link href={`/data-request/${status.id}/results`}>Rows</Link>
          </Button>
        </span>
      </header>
      {sweep.error !== null && !sweep.gone ? (
        <LoadFailure error={sweep.error} again={sweep.again} />
      ) : sweep.error !== null ? (
        // What is asked for makes no sweep; asked again, it would not either.
        <div className="study-nothing" role="alert">
          <p>{sweep.error}</p>
          <p>
            A sweep has numbers with a name in the formulas, such as <code>{"{gap} > $gap"}</code>, their values in the
            request, <code>parameter $gap 1 .. 10 step 1</code>, and a column that tells what a row was worth,{" "}
            <code>{"outcome {Return}"}</code>.
          </p>
          <Button asChild variant="soft">
            <Link href={`/data-request?id=${status.id}`}>Edit the request</Link>
          </Button>
        </div>
      ) : sweep.value === null ? (
        <Bones doing="Computing every setting of the parameters over all days" />
      ) : (
        <Answers status={status} sweep={sweep.value} />
      )}
    </>
  );
}

function Answers({ status, sweep }: { readonly status: StatusAnswer; readonly sweep: SweepAnswer }): ReactNode {
  const [, navigate] = useLocation();
  const [history, setHistory] = useState(sweep.history);
  const column: ShownColumn = status.columns.find(({ name }) => name === sweep.outcome) ?? {
    name: sweep.outcome,
    type: "number",
    unit: "plain",
  };
  const choose = (values: readonly number[]): void => {
    waitForBuilder(status.id, [], { setting: values });
    navigate(`/data-request?id=${status.id}`);
  };
  const [verdict, ...sentences] = sweepSentences(sweep, (value) => showOutcome(value, column)).map(showDatesIn);
  return (
    <>
      <section className="study-part" aria-labelledby="sweep-verdict">
        <h2 id="sweep-verdict">Is the best of them more than luck?</h2>
        <p className={sweep.verdict === "better-than-chance" ? undefined : "sweep-doubt"}>
          <strong>{verdict}</strong>
        </p>
        <ul className="sweep-sentences">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            Tried so far with this request: {showCount(history.settings)} settings in {showCount(history.sweeps)}{" "}
            {history.sweeps === 1 ? "sweep" : "sweeps"}, {showCount(history.runs)} {history.runs === 1 ? "run" : "runs"}
            .
          </li>
        </ul>
        <SweepScale sweep={sweep} column={column} />
      </section>
      <SweepMap sweep={sweep} column={column} onCell={choose} />
      <HeldOut id={status.id} sweep={sweep} history={history} column={column} onHistory={setHistory} />
      <SweepCells sweep={sweep} column={column} />
    </>
  );
}

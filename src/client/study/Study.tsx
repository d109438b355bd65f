import { Button, Select, Skeleton } from "@radix-ui/themes";
import { useEffect, useId } from "react";
import type { ReactNode } from "react";
import { Link, useParams, useSearchParams } from "wouter";
import type { StatusAnswer } from "../../contract/index.ts";
import { useRun } from "../results/run-of-page.ts";
import { whyNoRows } from "../results/shown-run.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import NothingHere from "../ui/NothingHere.tsx";
import { SlowNote } from "../ui/SlowNote.tsx";
import { showCount } from "../ui/values.ts";
import { StudyColumns } from "./StudyColumns.tsx";
import { StudyCurve } from "./StudyCurve.tsx";
import { comparedRate } from "../../vocabulary/index.ts";
import { StudyFigures } from "./StudyFigures.tsx";
import { StudyGrid } from "./StudyGrid.tsx";
import { StudyPath } from "./StudyPath.tsx";
import { StudyFilters } from "./StudyFilters.tsx";
import { StudyTimes } from "./StudyTimes.tsx";
import { outcomesOf } from "./study-columns.ts";
import "./study.css";
import "./study-scroll.css";

/** What the rows of a request were worth. */
export default function Study(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const { status, error, again } = useRun(id);
  useEffect(() => {
    if (status !== null) document.title = `Study of ${status.name} · Scanbook`;
  }, [status]);
  return (
    <main className="study" aria-label="Study">
      {error?.gone === true ? (
        <NothingHere page title={error.message} />
      ) : error !== null ? (
        <LoadFailure error={error.message} again={again} />
      ) : status === null ? (
        <Bones doing="Looking for the run" />
      ) : (
        <OfRun status={status} />
      )}
    </main>
  );
}

/** Of about the size of what comes. */
const Bones = ({ doing }: { readonly doing: string }): ReactNode => (
  <div className="study-bones" role="status" aria-label="Loading">
    {[160, 220, 220].map((height, index) => (
      <Skeleton key={index} height={`${height}px`} />
    ))}
    <SlowNote doing={doing} />
  </div>
);

function OfRun({ status }: { readonly status: StatusAnswer }): ReactNode {
  const [address, setAddress] = useSearchParams();
  const chosen = address.get("outcome");
  const outcomes = outcomesOf(status.columns);
  const pick = (place: string): void => setAddress({ outcome: place }, { replace: true });
  return (
    <>
      <header className="study-head">
        <h1>Study of {status.name}</h1>
        <span className="study-choices">
          <Button asChild size="2" variant="soft" color="gray">
            <Link href={`/data-request/${status.id}/sweep`}>Sweep</Link>
          </Button>
          <Button asChild size="2" variant="soft" color="gray">
            <Link href={`/data-request/${status.id}/results`}>Rows</Link>
          </Button>
        </span>
      </header>
      {status.status === "Failed" ? (
        <Nothing id={status.id}>The scan failed, so there are no rows to study.</Nothing>
      ) : status.status !== "Finished" ? (
        <p className="study-nothing">There are no rows yet: the scan is {status.status.toLowerCase()}.</p>
      ) : status.rows === 0 ? (
        <Nothing id={status.id}>
          {whyNoRows(status).why} So there is nothing to study: loosen a filter, or take other dates, and run again.
        </Nothing>
      ) : outcomes.length === 0 ? (
        <Nothing id={status.id}>
          No column of these rows becomes known after the close of its day, so none can tell what a row was worth. Add
          one, such as the return of the next five days, and run again.
        </Nothing>
      ) : (
        <Answers key={chosen} status={status} chosen={chosen} onOutcome={pick} />
      )}
    </>
  );
}

/** In place of the study of a run: why there is none, and the way to what can be changed. */
const Nothing = ({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactNode => (
  <div className="study-nothing">
    <p>{children}</p>
    <Button asChild variant="soft">
      <Link href={`/data-request?id=${id}`}>Edit the request</Link>
    </Button>
  </div>
);

interface AnswersProps {
  readonly status: StatusAnswer;
  /** Place of the outcome; null for the one that the request names, or the first. */
  readonly chosen: string | null;
  readonly onOutcome: (place: string) => void;
}

function Answers({ status, chosen, onOutcome }: AnswersProps): ReactNode {
  const id = useId();
  const { columns } = status;
  const outcomes = outcomesOf(columns);
  const options = { params: { id: status.id }, query: chosen === null ? {} : { outcome: chosen } };
  const study = useRoute("study", options);
  const base = useRoute("studyBase", options);
  const path = useRoute("studyPath", options);
  const outcome = String(study.value?.outcome ?? chosen ?? outcomes[0]?.place ?? 0);
  const column = columns[Number(outcome)];
  return (
    <>
      <div className="study-outcome">
        <label htmlFor={id}>Outcome</label>
        <Select.Root value={outcome} onValueChange={onOutcome}>
          <Select.Trigger id={id} />
          <Select.Content position="popper">
            {outcomes.map(({ place, name }) => (
              <Select.Item key={place} value={String(place)}>
                {name}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
      {study.error !== null ? (
        <LoadFailure error={study.error} again={study.again} />
      ) : study.value === null || column === undefined ? (
        <Bones doing={`Reading ${showCount(status.rows ?? 0)} rows and drawing their days again for the intervals`} />
      ) : (
        <>
          <StudyFigures
            study={study.value}
            rows={status.rows}
            base={base.value}
            baseError={base.error}
            column={column}
          />
          <StudyCurve days={study.value.curve} column={column} />
          {path.value !== null && <StudyPath path={path.value} />}
          <StudyTimes study={study.value} base={comparedRate(base.value)} column={column} />
          {base.value !== null && base.value.steps.length > 0 && <StudyFilters base={base.value} column={column} />}
          <StudyColumns status={status} study={study.value} base={comparedRate(base.value)} column={column} />
          <StudyGrid status={status} study={study.value} base={comparedRate(base.value)} column={column} />
        </>
      )}
    </>
  );
}

import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { StatusAnswer } from "../../contract/index.ts";
import { insights } from "../state/slices/insights.ts";
import { Icon } from "../ui/icons.tsx";
import { Funnel } from "./Funnel.tsx";
import { HitsChart } from "./HitsChart.tsx";
import { shownRun } from "./shown-run.ts";

interface InsightsProps {
  readonly hits: StatusAnswer["hits"];
  /** Whose funnel is shown: of a preview under way it is there before its rows. */
  readonly counted: StatusAnswer;
  /** Whether the grid shows some of the rows only; both are of all of them. */
  readonly some: boolean;
}

/** Hits and funnel beside the rows, unless they are folded away. Where they have too little height the keyboard scrolls them. */
export function Insights({ hits, counted, some }: InsightsProps): ReactNode {
  const { shown } = useSnapshot(insights);
  if (!shown) return null;
  const of = some ? " of all rows" : "";
  return (
    <section className="results-insights" aria-label="Overview" tabIndex={0}>
      <HitsChart hits={hits} of={of} />
      <Funnel run={shownRun(counted)} of={of} />
    </section>
  );
}

/** Folds them away, for wider rows, and brings them back. */
export function InsightsButton(): ReactNode {
  const { shown } = useSnapshot(insights);
  return (
    <Button
      size="1"
      variant="soft"
      color="gray"
      onClick={() => {
        insights.shown = !shown;
      }}
    >
      <Icon name="filter" size={14} /> {shown ? "Hide the funnel" : "Show the funnel"}
    </Button>
  );
}

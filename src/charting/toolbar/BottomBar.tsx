import { Button, Flex, Link, Text, TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { isRun } from "../../contract/index.ts";
import { CHART_RANGES, daysBack } from "../../vocabulary/index.ts";
import { currentView } from "../canvas/current-view.ts";
import { showDate, showHit } from "../state/begin.ts";
import { address, data } from "../state/chart.ts";
import { hitValue } from "../state/hit-value.ts";
import { session } from "../state/session.ts";

/** Shows a range back from the date of the address, or from the last day there is. */
function showRange(range: string): void {
  const days = [...new Set(data.loaded?.bars.map(({ time }) => time.slice(0, 10)))];
  const given = address.date;
  const end = days.findLast((day) => given === null || day <= given);
  if (end === undefined) return;
  // Days of the chart: those without a bar are none.
  const start = days[Math.max(0, days.indexOf(end) - daysBack(range))] ?? end;
  currentView()?.showDays(start, end);
}

/** The way back to the rows of the request; a preview has no page of its own. */
function RunLink({ request, name }: { readonly request: string; readonly name: string }): ReactNode {
  const { product } = useSnapshot(session);
  if (product === "" || !isRun(request)) return name;
  return (
    <Link
      underline="always"
      href={`${product}/data-request/${request}/results`}
      aria-label={`Back to the rows of ${name}`}
    >
      {name}
    </Link>
  );
}

/** Ranges, the date, the steps through the hits of a request, and the day's values of the hit. */
export function BottomBar(): ReactNode {
  const { product, hits, marks } = useSnapshot(data);
  const { date, request } = useSnapshot(address);
  const here = marks?.items.find((item) => item.date === date) ?? null;
  return (
    <footer className="bottom-bar">
      <Flex gap="1" role="group" aria-label="Ranges">
        {Object.keys(CHART_RANGES).map((range) => (
          <Button key={range} size="1" variant="ghost" onClick={() => showRange(range)}>
            {range}
          </Button>
        ))}
        <Button size="1" variant="ghost" onClick={() => currentView()?.showNewest(10_000)}>
          All
        </Button>
      </Flex>
      <form
        className="go-to"
        onSubmit={(event) => {
          event.preventDefault();
          const day = new FormData(event.currentTarget).get("date");
          if (typeof day === "string") void showDate(day === "" ? null : day);
        }}
      >
        <Text as="label" size="1">
          Go to{" "}
          <TextField.Root
            key={date}
            size="1"
            type="date"
            name="date"
            defaultValue={date ?? ""}
            min={product?.product.date_range.start_date}
            max={product?.daily?.last_date}
          />
        </Text>
        <Button size="1" variant="soft" type="submit">
          Go
        </Button>
      </form>
      {request !== null && hits !== null && (
        <Flex gap="2" align="center" wrap="wrap" role="group" aria-label="Hits">
          <Button
            size="1"
            variant="soft"
            disabled={hits.row === null || hits.row <= 1}
            onClick={() => void showHit((hits.row ?? 2) - 1)}
          >
            Previous hit
          </Button>
          <Text size="1">
            <RunLink request={request} name={hits.name} />:{" "}
            {hits.row === null ? "" : `row ${hits.row.toLocaleString("en-US")} of `}
            {hits.total.toLocaleString("en-US")}, {marks?.items.length ?? 0} here
          </Text>
          <Button
            size="1"
            variant="soft"
            disabled={hits.row !== null && hits.row >= hits.total}
            onClick={() => void showHit((hits.row ?? 0) + 1)}
          >
            Next hit
          </Button>
          {here !== null && (
            <Text size="1" color="gray" className="hit-values">
              {marks?.columns
                .slice(0, 4)
                .map((column, index) => `${column.name} ${hitValue(here.values[index], column)}`)
                .join(" · ")}
            </Text>
          )}
        </Flex>
      )}
      <Text size="1" color="gray" className="session">
        Session {product?.session ?? ""}, New York time
      </Text>
    </footer>
  );
}

import { Badge, Button } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { MarketDay } from "../../contract/index.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { showMoment } from "../ui/dates.ts";
import { showDate } from "../ui/values.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import "./market-days.css";

const COLOURS = {
  Pending: "gray",
  Running: "blue",
  Waiting: "orange",
  Finished: "green",
  Failed: "red",
  Missing: "red",
  Skipped: "gray",
} as const;

const STEPS = {
  fetch: "Fetch",
  import: "Import",
  check: "Check",
  activity: "Market activity",
  updates: "Daily updates",
  mails: "Mails",
} as const;

const runs = ({ status }: MarketDay): boolean => status === "Running";

/** The sessions that come into the market by themselves, and the steps of each. */
export default function MarketDays(): ReactNode {
  const [page, setPage] = useState(1);
  const query = useRoute("marketDays", { query: { page, page_size: 10 } }, ({ items }) => items.some(runs));
  const list = query.value;
  return (
    <AdminFrame title="Market days">
      <LoadState loaded={query} height="260px" />
      {list !== null && query.error === null && (
        <>
          {list.sources.length === 0 ? (
            <NoSource />
          ) : (
            <p className="none">
              {`After each close ${new Intl.ListFormat("en").format(list.sources)} ${list.sources.length === 1 ? "is" : "are"} asked for the session, again while it is late, until the next one is over.`}
            </p>
          )}
          {list.sources.length > 0 && list.items.length === 0 && (
            <p className="none">
              No session yet: the first comes after the next close in New York. What is there now comes with an import,
              on <Link to="/admin/market">Market data</Link>.
            </p>
          )}
          {list.items.map((day) => (
            <Day key={day.date} day={day} onAsked={query.again} />
          ))}
          <Pager label="Pages of sessions" page={list.page} total={list.total} size={list.page_size} onPage={setPage} />
        </>
      )}
    </AdminFrame>
  );
}

/** An example: which sources there are, and the keys they need, is written where the settings are. */
const SETTING = "MARKET_SOURCES=nasdaq-trader,tiingo";

/** What sessions by themselves need, and the way without. */
const NoSource = (): ReactNode => (
  <section className="market-days-none" aria-labelledby="no-source">
    <h2 id="no-source">No sessions come by themselves yet</h2>
    <p>
      Name the sources that bring each session after its close in the setting <code>MARKET_SOURCES</code>, with the keys
      that they ask for, and start the server again. If somebody else runs this server, send them this line:
    </p>
    <pre>{SETTING}</pre>
    <p>
      Each session then stands here with its steps: fetch, import, check, market activity, daily updates and mails.
      Until then the market grows by imports.
    </p>
    <div className="ways">
      <Button asChild>
        <Link to="/admin/market">Go to imports</Link>
      </Button>
      <CopyButton variant="soft" text={() => SETTING}>
        Copy the setting
      </CopyButton>
    </div>
  </section>
);

function Day({ day, onAsked }: { readonly day: MarketDay; readonly onAsked: () => void }): ReactNode {
  const { date, status, next_at, ends_at, steps } = day;
  const title = showDate(date);
  const asks = status === "Waiting" || status === "Missing";
  const ask = async (as_it_is: boolean): Promise<void> => {
    const question = {
      title: "Take this session as it is?",
      text: `What the sources have of ${title} is imported now, also where that is half a day. Scans and daily updates see it as a whole one.`,
      action: "Take it",
    };
    if (as_it_is && (await confirmed(question)) === null) return;
    const answer = await call("askMarketDay", { params: { date }, body: { as_it_is } });
    if (!answer.ok) return showToast(messageOf(answer.error), "error");
    showToast(`The sources are asked for ${title}`);
    onAsked();
  };
  return (
    <section className="market-days" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Badge color={COLOURS[status]}>{status}</Badge>
        {next_at !== null && (
          <span>
            goes on {showMoment(next_at)}, until {showMoment(ends_at)} at the latest
          </span>
        )}
        {asks && (
          <div>
            <Button size="1" variant="soft" aria-label={`Ask now for ${title}`} onClick={() => void ask(false)}>
              Ask now
            </Button>
            <Button size="1" variant="ghost" aria-label={`Take ${title} as it is`} onClick={() => void ask(true)}>
              Take as it is
            </Button>
          </div>
        )}
      </header>
      <ol>
        {steps.map(({ step, source, status: state, said, ended_at }) => (
          <li key={`${step} ${source}`}>
            <Badge color={COLOURS[state]}>{state}</Badge>
            <strong>{source === "" ? STEPS[step] : `${STEPS[step]} · ${source}`}</strong>
            <span>{said}</span>
            {ended_at !== null && <time dateTime={ended_at}>{showMoment(ended_at)}</time>}
          </li>
        ))}
      </ol>
    </section>
  );
}

import { Badge } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AnswerOf } from "../../contract/index.ts";
import { SymbolButton } from "../markets/SymbolButton.tsx";
import { statusColour } from "../data/item.ts";
import { listAddress } from "../data/list-query.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { showDate } from "../ui/values.ts";
import { outcomeOf } from "./outcome.ts";

type Update = AnswerOf<"latestUpdates">["items"][number];

/** What the last round of daily updates has brought. */
export function Brought(): ReactNode {
  const loaded = useRoute("latestUpdates");
  const items = loaded.value?.items ?? [];
  return (
    <section className={items.length > 0 ? "panel wide" : "panel"} aria-label="New rows of daily updates">
      <header>
        <h2>New rows of daily updates</h2>
        {items.length > 0 && <Link to={listAddress({ view: "updates" })}>All daily updates</Link>}
      </header>
      <LoadState loaded={loaded} height="96px" />
      {loaded.value !== null && items.length === 0 && (
        <p className="nothing">
          A request with daily updates runs again after every session, and its new rows stand here. Turn them on in the
          menu of a request in <Link to="/">My Data</Link>.
        </p>
      )}
      <ul className="updates">
        {items.map((update) => (
          <li key={update.id}>
            <Link to={`/data-request/${update.id}/results`}>{update.name}</Link>
            <Outcome update={update} />
            {update.difference !== null && update.difference.added > 0 && (
              <span className="symbols">
                {update.difference.added_rows.map(({ symbol, date }) => (
                  <SymbolButton key={`${symbol} ${date}`} symbol={symbol} />
                ))}
                {update.difference.added > update.difference.added_rows.length && "…"}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ update }: { readonly update: Update }): ReactNode {
  const { status, difference, market_date } = update;
  const news = status === "Finished" && difference !== null && difference.added > 0;
  const colour = status === "Finished" ? (news ? "green" : "gray") : statusColour(status);
  return (
    <>
      <Badge color={colour}>{outcomeOf(update)}</Badge>
      {market_date !== null && <span className="of">session of {showDate(market_date)}</span>}
    </>
  );
}

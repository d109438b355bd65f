import { Badge, Button, Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AnswerOf } from "../../contract/index.ts";
import { showCount, showDate } from "../ui/values.ts";
import { Icon } from "../ui/icons.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import type { Loaded } from "../state/queries/use-route.ts";
import { itemAddress, requestItem, statusColour } from "./item.ts";
import { listAddress, STATUSES } from "./list-query.ts";
import "./dashboard.css";
import "./page-head.css";

interface Summary {
  readonly counts: AnswerOf<"myCounts">;
  readonly recent: AnswerOf<"myRequests">["items"];
  readonly product: AnswerOf<"myProduct">;
  readonly market: AnswerOf<"market">;
}
const RECENT = 6;

/** All or nothing: a part that could not be loaded must not read as zero. */
function useSummary(): Pick<Loaded<Summary>, "value" | "error" | "again"> {
  const counts = useRoute("myCounts");
  const recent = useRoute("myRequests", { query: { page_size: RECENT } });
  const product = useRoute("myProduct");
  const market = useRoute("market");
  const parts = [counts, recent, product, market];
  const value =
    counts.value === null || recent.value === null || product.value === null || market.value === null
      ? null
      : { counts: counts.value, recent: recent.value.items, product: product.value, market: market.value };
  return {
    value,
    error: parts.some(({ busy }) => busy) ? null : (parts.find(({ error }) => error !== null)?.error ?? null),
    again: () => parts.forEach(({ again }) => again()),
  };
}

/** Overview: counts, the newest runs, what the subscription allows, what data there is. */
export default function Dashboard(): ReactNode {
  const { value, error, again } = useSummary();
  return (
    <main className="dashboard">
      <header className="page-head">
        <h1>Dashboard</h1>
        <Button asChild>
          <Link to="/data-request">
            <Icon name="add" /> Create Data Request
          </Link>
        </Button>
      </header>
      <LoadFailure error={error} again={again} />
      {value !== null ? (
        <Full summary={value} />
      ) : (
        error === null && (
          <div aria-busy="true" aria-label="Loading" role="status">
            <Skeleton height="84px" mb="5" />
            <Skeleton height="240px" />
          </div>
        )
      )}
    </main>
  );
}

function Full({ summary: { counts, recent, product, market } }: { readonly summary: Summary }): ReactNode {
  const tiles = [
    { label: "Requests", count: counts.total, to: "/" },
    { label: "Favourites", count: counts.favourite, to: listAddress({ view: "favourites" }) },
    { label: "Daily updates", count: counts.data_updates, to: listAddress({ view: "updates" }) },
    ...STATUSES.filter((status) => status !== "Cancelled").map((status) => ({
      label: status,
      count: counts.by_status[status],
      to: listAddress({ status }),
    })),
  ];
  const limits = [
    ["Product", product.name],
    ["Filters of a request", showCount(product.number_of_filter)],
    ["Columns of a request", showCount(product.number_of_columns)],
    ["Daily updates", product.daily_updates ? `on ${showCount(counts.data_updates)}` : "not included"],
    ["Scans at the same time", `${counts.by_status.Running} of ${product.requests_at_once}`],
  ] as const;
  const data = [
    ["Source", market.snapshot?.source ?? "No market data"],
    ["Securities", showCount(market.securities)],
    [
      "Daily bars",
      market.daily === null ? "none" : `${showDate(market.daily.first_date)} – ${showDate(market.daily.last_date)}`,
    ],
    [
      "Minute bars",
      market.minute === null ? "none" : `${showDate(market.minute.first_date)} – ${showDate(market.minute.last_date)}`,
    ],
    ["Snapshot", market.snapshot === null ? "none" : showDate(market.snapshot.date)],
  ] as const;
  return (
    <>
      <ul className="tiles">
        {tiles.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to}>
              <strong>{showCount(count)}</strong>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="panels">
        <section className="panel" aria-label="Recent runs">
          <h2>Recent runs</h2>
          {recent.length === 0 && <p>No runs yet.</p>}
          <ul className="recent">
            {recent.map((request) => (
              <li key={request.id}>
                <Link to={itemAddress(requestItem(request))}>{request.name}</Link>
                {request.rows !== null && <span>{showCount(request.rows)} rows</span>}
                <Badge color={statusColour(request.status)}>{request.status}</Badge>
              </li>
            ))}
          </ul>
        </section>
        <Facts title="Your subscription" facts={limits} />
        <Facts title="Market data" facts={data} />
      </div>
    </>
  );
}

const Facts = ({
  title,
  facts,
}: {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
}): ReactNode => (
  <section className="panel" aria-label={title}>
    <h2>{title}</h2>
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

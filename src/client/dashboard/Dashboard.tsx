import { Button, Text } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { listAddress, STATUSES } from "../data/list-query.ts";
import { ACTIVITY } from "../state/queries/activity.ts";
import { useMarket } from "../state/queries/market.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { Icon } from "../ui/icons.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { showCount, showDate } from "../ui/values.ts";
import { Brought } from "./Brought.tsx";
import { Breadth } from "./Breadth.tsx";
import { RecentRuns } from "./RecentRuns.tsx";
import { Unfinished } from "./Unfinished.tsx";
import "./dashboard.css";

/** What changed since yesterday: the last session, the last runs, new rows of daily updates, and work to go on with. */
export default function Dashboard(): ReactNode {
  const session = useQuery(ACTIVITY).data?.session;
  return (
    <main className="dashboard">
      <PageHead>
        <h1>Dashboard</h1>
        {session !== undefined && (
          <Text color="gray" size="2" className="how-many">
            Last session {showDate(session)}
          </Text>
        )}
        <Button asChild>
          <Link to="/data-request">
            <Icon name="add" /> Create Data Request
          </Link>
        </Button>
      </PageHead>
      <HowMany />
      <div className="panels">
        <Breadth />
        <RecentRuns />
        <Brought />
        <Unfinished />
        <Subscription />
        <MarketData />
      </div>
    </main>
  );
}

/** What there is of each kind, as ways to it; nothing of what there is none. */
function HowMany(): ReactNode {
  const { value } = useRoute("myCounts");
  if (value === null) return null;
  const kinds = [
    { label: "Requests", count: value.total, to: "/" },
    { label: "Favourites", count: value.favourite, to: listAddress({ view: "favourites" }) },
    { label: "Daily updates", count: value.data_updates, to: listAddress({ view: "updates" }) },
    ...STATUSES.filter((status) => status !== "Cancelled" && status !== "Finished").map((status) => ({
      label: status,
      count: value.by_status[status],
      to: listAddress({ status }),
    })),
  ].filter(({ count }) => count > 0);
  return (
    kinds.length > 0 && (
      <ul className="how-many-of">
        {kinds.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to}>
              <strong>{showCount(count)}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
    )
  );
}

function Subscription(): ReactNode {
  const product = useRoute("myProduct");
  const counts = useRoute("myCounts");
  const { value } = product;
  return (
    <Facts
      title="Your subscription"
      more={{ to: "/subscriptions", label: "Products" }}
      facts={
        value && [
          ["Product", value.name],
          ["Filters of a request", showCount(value.number_of_filter)],
          ["Columns of a request", showCount(value.number_of_columns)],
          ["Daily updates", value.daily_updates ? activeOf(counts.value?.data_updates ?? 0) : "not included"],
          ["Scans at the same time", showCount(value.requests_at_once)],
        ]
      }
    >
      <LoadState loaded={product} height="150px" />
    </Facts>
  );
}

const activeOf = (count: number): string => (count === 0 ? "included" : `included, ${showCount(count)} active`);

function MarketData(): ReactNode {
  const { answer } = useMarket();
  const days = (of: { readonly first_date: string; readonly last_date: string } | null): string =>
    of === null ? "none" : `${showDate(of.first_date)} – ${showDate(of.last_date)}`;
  return (
    answer !== null &&
    answer.snapshot !== null && (
      <Facts
        title="Market data"
        facts={[
          ["Source", answer.snapshot.source],
          ["Securities", showCount(answer.securities)],
          ["Daily bars", days(answer.daily)],
          ["Minute bars", days(answer.minute)],
        ]}
      />
    )
  );
}

interface FactsProps {
  readonly title: string;
  readonly more?: { readonly to: string; readonly label: string };
  readonly facts: readonly (readonly [string, string])[] | null;
  readonly children?: ReactNode;
}

const Facts = ({ title, more, facts, children }: FactsProps): ReactNode => (
  <section className="panel" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {more !== undefined && <Link to={more.to}>{more.label}</Link>}
    </header>
    {children}
    {facts !== null && (
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

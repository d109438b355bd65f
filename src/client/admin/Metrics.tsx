import { Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { eventText } from "../../contract/index.ts";
import type { AnswerOf } from "../../contract/index.ts";
import { USER_STATUS_TEXTS, USER_STATUSES } from "../../vocabulary/index.ts";
import { showCount, showMoney } from "../ui/values.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import { useAddress } from "./address.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import { DayBars } from "./DayBars.tsx";
import { DayRange } from "./DayRange.tsx";
import { Figures } from "./Figures.tsx";
import { HeadedTable } from "./HeadedTable.tsx";

const SUBSCRIPTION_HEADS = ["Product", "Status", "Paid", { label: "Subscriptions", align: "right" }] as const;

type Dashboard = AnswerOf<"dashboardMetrics">;

const DAY = /^\d{4}-\d\d-\d\d$/;
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The product in figures: users and plans as they are, runs, exports and events of the days asked for. */
export default function Metrics(): ReactNode {
  const { get, set } = useAddress();
  const given = (name: string): Record<string, string> => (DAY.test(get(name)) ? { [name]: get(name) } : {});
  const query = useRoute("dashboardMetrics", { query: { ...given("from"), ...given("to") } });
  return (
    <AdminFrame title="Metrics">
      <div className="filters">
        <DayRange
          from={get("from") || (query.value?.from ?? "")}
          to={get("to") || (query.value?.to ?? "")}
          onChange={set}
        />
      </div>
      <LoadState loaded={query} height="600px" doing="Counting users, runs and payments" />
      {query.value !== null && query.error === null && <Shown metrics={query.value} />}
    </AdminFrame>
  );
}

function Shown({ metrics }: { readonly metrics: Dashboard }): ReactNode {
  const { users, requests, runs, exports, plans, revenue, days } = metrics;
  return (
    <>
      <section aria-labelledby="users">
        <h2 id="users">Users</h2>
        <Figures
          figures={[
            ["All", showCount(users.total)],
            ...USER_STATUSES.map(
              (status) => [USER_STATUS_TEXTS[status], showCount(users.by_status[status] ?? 0)] as const,
            ),
            ["In the trash", showCount(users.trashed)],
            ["Active today", showCount(users.active.day)],
            ["Active in 7 days", showCount(users.active.week)],
            ["Active in 30 days", showCount(users.active.month)],
          ]}
        />
        <DayBars label="Sign-ups per day" days={days.map(({ date, sign_ups }) => ({ date, count: sign_ups }))} />
        <DayBars
          label="Active users per day"
          days={days.map(({ date, active_users }) => ({ date, count: active_users }))}
        />
      </section>
      <section aria-labelledby="requests">
        <h2 id="requests">Requests and runs</h2>
        <Figures
          figures={[
            ["Requests", showCount(requests.total)],
            ["With daily updates", showCount(requests.data_updates)],
            ["Runs", showCount(runs.total)],
            ...Object.entries(runs.by_status).map(([status, count]) => [status, showCount(count)] as const),
            ["Rows found", showCount(runs.rows)],
            ["Files downloaded", showCount(exports.files)],
            ["Rows downloaded", showCount(exports.rows)],
          ]}
        />
        <DayBars label="Runs per day" days={days.map(({ date, runs: one }) => ({ date, count: sum(one) }))} />
        <DayBars
          label="Rows downloaded per day"
          days={days.map(({ date, rows_exported }) => ({ date, count: rows_exported }))}
        />
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans and revenue</h2>
        <Figures
          figures={[
            ...revenue.map(({ currency, monthly }) => ["A month", showMoney(monthly, currency)] as const),
            ...plans.map(({ name, users: count }) => [name, showCount(count)] as const),
          ]}
        />
        {metrics.subscriptions.length > 0 && (
          <HeadedTable label="Subscriptions" heads={SUBSCRIPTION_HEADS}>
            {metrics.subscriptions.map(({ product_id, name, status, given, count }) => (
              <Table.Row key={`${product_id} ${status} ${given}`}>
                <Table.RowHeaderCell>{name}</Table.RowHeaderCell>
                <Table.Cell>{status.replaceAll("_", " ")}</Table.Cell>
                <Table.Cell>{given ? "complimentary" : "yes"}</Table.Cell>
                <Table.Cell align="right">{showCount(count)}</Table.Cell>
              </Table.Row>
            ))}
          </HeadedTable>
        )}
      </section>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        {metrics.events.by_type.length === 0 ? (
          <p className="none">Nothing yet.</p>
        ) : (
          <Figures
            figures={metrics.events.by_type.map(({ type, count }) => [eventText(type), showCount(count)] as const)}
          />
        )}
      </section>
    </>
  );
}

import { Badge, Button } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useLocation, useParams } from "wouter";
import { eventText } from "../../contract/index.ts";
import type { AnswerOf } from "../../contract/index.ts";
import { roleText, securityActionText, USER_STATUS_COLOURS, USER_STATUS_TEXTS } from "../../vocabulary/index.ts";
import { showCount } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { lazily } from "../ui/lazily.tsx";
import { Pager } from "../ui/Pager.tsx";
import { confirmed } from "../state/slices/confirm.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import { DayBars } from "./DayBars.tsx";
import { EventTable } from "./EventTable.tsx";
import { Figures } from "./Figures.tsx";
import { lookedAt } from "./last-users.ts";
import { actionsOf, doAction } from "./user-actions.ts";
import type { UserAction } from "./user-actions.ts";

const NothingHere = lazily(() => import("../ui/NothingHere.tsx"));

type Detail = AnswerOf<"user">;

/** One user: account, subscription, activity, and the actions of an administrator. */
export default function User(): ReactNode {
  const { id = "" } = useParams();
  const query = useRoute("user", { params: { id } });
  const user = query.value;
  useEffect(() => {
    if (user !== null) lookedAt(user);
  }, [user]);
  return (
    <AdminFrame title={user?.email ?? "User"}>
      {query.gone ? (
        <NothingHere title="There is no user with this id." />
      ) : (
        <LoadState loaded={query} height="600px" />
      )}
      {user !== null && query.error === null && (
        <>
          <Actions user={user} again={query.again} />
          <Profile user={user} />
          <Subscription user={user} />
          <Metrics user={user} />
          <section aria-labelledby="events">
            <h2 id="events">Latest events</h2>
            <EventTable
              label="Latest events"
              events={user.events.map((one) => ({ ...one, text: eventText(one.type) }))}
            />
          </section>
          <SecurityLog id={user.id} />
        </>
      )}
    </AdminFrame>
  );
}

function Actions({ user, again }: { readonly user: Detail; readonly again: () => void }): ReactNode {
  const [, go] = useLocation();
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (action: UserAction): Promise<void> => {
    const { name, label, question, reason } = action;
    const confirmation =
      question === null
        ? { reason: "" }
        : await confirmed({ title: `${label}?`, text: question, action: label, ...(reason ? { reason } : {}) });
    if (confirmation === null) return;
    setBusy(name);
    const next = await doAction(action, user, confirmation.reason);
    setBusy(null);
    if (next === "users") go("/admin");
    else if (next === "again") again();
  };
  return (
    <div className="actions">
      {actionsOf(user).map((action) => (
        <Button
          key={action.name}
          variant={action.name === "use-as" ? "solid" : "soft"}
          {...(action.question === null ? {} : { color: "red" })}
          disabled={action.disabled !== null || busy !== null}
          loading={busy === action.name}
          title={action.disabled ?? undefined}
          onClick={() => void act(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
}

function Profile({ user }: { readonly user: Detail }): ReactNode {
  const ways = [user.password ? "password" : null, ...user.identities].filter((way) => way !== null);
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Figures
        figures={[
          ["Name", user.name],
          [
            "Status",
            <Badge key="status" color={USER_STATUS_COLOURS[user.status]}>
              {USER_STATUS_TEXTS[user.status]}
            </Badge>,
          ],
          ["Role", user.roles.map(roleText).join(", ") || "none"],
          ["Sign-in method", ways.join(", ") || "nothing yet"],
          ["Second factor", user.second_factor ? "on" : "off"],
          ["Signed up", showMoment(user.created_at)],
          ["Last seen", showMoment(user.last_seen_at)],
          ["In the trash since", user.deleted_at === null ? "–" : showMoment(user.deleted_at)],
          ["Sessions", showCount(user.sessions)],
          ["API tokens", showCount(user.tokens)],
        ]}
      />
    </section>
  );
}

function Subscription({ user }: { readonly user: Detail }): ReactNode {
  const { subscription, product } = user.subscription;
  return (
    <section aria-labelledby="subscription">
      <h2 id="subscription">Subscription</h2>
      <Figures
        figures={[
          ["Product", product.name],
          ["Status", subscription === null ? "free plan" : subscription.status],
          ["Paid", subscription === null || subscription.given ? "no" : "yes"],
          ["Until", subscription?.current_period_end == null ? "–" : showMoment(subscription.current_period_end)],
          ["Filters", showCount(product.number_of_filter)],
          ["Columns", showCount(product.number_of_columns)],
        ]}
      />
    </section>
  );
}

function Metrics({ user: { metrics } }: { readonly user: Detail }): ReactNode {
  return (
    <section aria-labelledby="metrics">
      <h2 id="metrics">Requests and runs</h2>
      <Figures
        figures={[
          ["Requests", showCount(metrics.requests.total)],
          ["In the trash", showCount(metrics.requests.trashed)],
          ["Favourites", showCount(metrics.requests.favourite)],
          ["Daily updates", showCount(metrics.requests.data_updates)],
          ["Runs", showCount(metrics.runs.total)],
          ["Rows found", showCount(metrics.runs.rows)],
          ["Files downloaded", showCount(metrics.exports.files)],
          ["Rows downloaded", showCount(metrics.exports.rows)],
          ["Sign-ins", showCount(metrics.sign_ins)],
          ["Events", showCount(metrics.events.total)],
        ]}
      />
      <DayBars
        label="Runs per day"
        days={metrics.days.map(({ date, runs }) => ({
          date,
          count: Object.values(runs).reduce((sum, count) => sum + count, 0),
        }))}
      />
    </section>
  );
}

function SecurityLog({ id }: { readonly id: string }): ReactNode {
  const [page, setPage] = useState(1);
  const query = useRoute("userSecurityLog", { params: { id }, query: { page, page_size: 10 } });
  const log = query.value;
  return (
    <section aria-labelledby="log">
      <h2 id="log">Security log</h2>
      <LoadState loaded={query} height="240px" />
      {log !== null && query.error === null && (
        <>
          <EventTable
            label="Security log"
            events={log.items.map(({ id: entry, at, action, actor, address, details }) => ({
              id: entry,
              at,
              type: action,
              text: securityActionText(action),
              source: actor ?? "not signed in",
              trigger: address ?? "",
              payload: details,
            }))}
            heads={["By", "Address", "Details"]}
          />
          <Pager label="Pages of the log" page={log.page} total={log.total} size={log.page_size} onPage={setPage} />
        </>
      )}
    </section>
  );
}

import { Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { showMoment } from "../ui/dates.ts";
import { detailsText } from "./details-text.ts";
import { HeadedTable } from "./HeadedTable.tsx";

interface ShownEvent {
  readonly id: string;
  readonly at: string;
  /** Its name in filters and the API, and its words. */
  readonly type: string;
  readonly text: string;
  readonly source: string;
  readonly trigger: string;
  readonly payload: unknown;
  readonly user?: { readonly id: string; readonly email: string };
}

/** Events of any kind, newest first as they come. */
export function EventTable({
  label,
  events,
  heads = ["Source", "Trigger", "Details"],
}: {
  readonly label: string;
  readonly events: readonly ShownEvent[];
  readonly heads?: readonly [string, string, string];
}): ReactNode {
  if (events.length === 0) return <p className="none">Nothing yet.</p>;
  const users = events.some(({ user }) => user !== undefined);
  return (
    <HeadedTable label={label} heads={["When", ...(users ? ["User"] : []), "Event", ...heads]}>
      {events.map(({ id, at, type, text, source, trigger, payload, user }) => (
        <Table.Row key={id}>
          <Table.Cell>{showMoment(at)}</Table.Cell>
          {users && <Table.Cell>{user && <Link to={`/admin/users/${user.id}`}>{user.email}</Link>}</Table.Cell>}
          <Table.RowHeaderCell>
            {text} {text !== type && <code className="raw">{type}</code>}
          </Table.RowHeaderCell>
          <Table.Cell>{source}</Table.Cell>
          <Table.Cell>{trigger}</Table.Cell>
          <Table.Cell className="details wide">{detailsText(payload)}</Table.Cell>
        </Table.Row>
      ))}
    </HeadedTable>
  );
}

import { Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { showMoment } from "../ui/dates.ts";

interface ShownEvent {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly source: string;
  readonly trigger: string;
  readonly payload: unknown;
  readonly user?: { readonly id: string; readonly email: string };
}

/** Events of any kind, newest first as they come. */
export function EventTable({
  label,
  events,
  heads = ["Source", "Trigger", "Payload"],
}: {
  readonly label: string;
  readonly events: readonly ShownEvent[];
  readonly heads?: readonly [string, string, string];
}): ReactNode {
  if (events.length === 0) return <p className="none">Nothing yet.</p>;
  const users = events.some(({ user }) => user !== undefined);
  return (
    <div className="scroll" role="region" aria-label={label} tabIndex={0}>
      <Table.Root size="1">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeaderCell>When</Table.ColumnHeaderCell>
            {users && <Table.ColumnHeaderCell>User</Table.ColumnHeaderCell>}
            <Table.ColumnHeaderCell>Type</Table.ColumnHeaderCell>
            {heads.map((head) => (
              <Table.ColumnHeaderCell key={head}>{head}</Table.ColumnHeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {events.map(({ id, at, type, source, trigger, payload, user }) => (
            <Table.Row key={id}>
              <Table.Cell>{showMoment(at)}</Table.Cell>
              {users && <Table.Cell>{user && <Link to={`/admin/users/${user.id}`}>{user.email}</Link>}</Table.Cell>}
              <Table.RowHeaderCell>{type}</Table.RowHeaderCell>
              <Table.Cell>{source}</Table.Cell>
              <Table.Cell>{trigger}</Table.Cell>
              <Table.Cell className="payload">{payloadText(payload)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </div>
  );
}

function payloadText(payload: unknown): string {
  if (payload === null || payload === undefined) return "";
  if (typeof payload === "string") return payload;
  const text = JSON.stringify(payload);
  return text === "{}" ? "" : text;
}

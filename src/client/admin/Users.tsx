import { Badge, Button, SegmentedControl, Select, Table, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { AnswerOf } from "../../contract/index.ts";
import { USER_STATUS_COLOURS } from "../../vocabulary/index.ts";
import { showCount } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import { useAddress } from "./address.ts";
import type { AddressQuery } from "./address.ts";
import { AdminFrame } from "./AdminFrame.tsx";

type User = AnswerOf<"users">["items"][number];

/** Rows of a page, as in every table of the product. */
const PAGE_SIZE = 20;
/** Milliseconds of quiet before a search is asked for. */
const SEARCH_DELAY = 250;

const COLUMNS: readonly {
  readonly label: string;
  readonly sort?: string;
  readonly descendingFirst?: boolean;
  /** Stands over numbers. */
  readonly align?: "left" | "right";
}[] = [
  { label: "E-mail", sort: "email" },
  { label: "Name", sort: "name" },
  { label: "Status" },
  { label: "Role" },
  { label: "Requests", align: "right" },
  { label: "Signed up", sort: "date", descendingFirst: true },
  { label: "Last seen", sort: "seen", descendingFirst: true },
];

/** All users: search, filter, sort, and the trash. */
export default function Users(): ReactNode {
  const address = useAddress();
  const trash = address.get("view") === "trash";
  const query = queryOf(address);
  const users = useRoute(trash ? "trashedUsers" : "users", { query });
  const list = users.value;
  return (
    <AdminFrame title="All users">
      <Filters address={address} trash={trash} />
      <LoadState loaded={users} height="420px" />
      {list !== null && users.error === null && (
        <div aria-busy={users.busy}>
          {list.items.length === 0 ? (
            <p className="none">{trash ? "The trash is empty." : "No users match."}</p>
          ) : (
            <div className="scroll" role="region" aria-label="Users" tabIndex={0}>
              <Table.Root size="1">
                <Table.Header>
                  <Table.Row>
                    {COLUMNS.map((column) => (
                      <SortableHead key={column.label} column={column} address={address} />
                    ))}
                  </Table.Row>
                </Table.Header>
                <Table.Body>
                  {list.items.map((user) => (
                    <UserRow key={user.id} user={user} />
                  ))}
                </Table.Body>
              </Table.Root>
            </div>
          )}
          <Pager
            label="Pages of users"
            page={list.page}
            total={list.total}
            size={list.page_size}
            onPage={(page) => address.set({ page: String(page) })}
          />
        </div>
      )}
    </AdminFrame>
  );
}

/** Only what the contract knows goes on; an address that somebody typed is no error. */
function queryOf({ get }: AddressQuery): Record<string, string | number> {
  const known = (name: string, values: readonly string[]): Record<string, string> =>
    values.includes(get(name)) ? { [name]: get(name) } : {};
  return {
    q: get("q").slice(0, 450),
    page: Math.max(1, Math.trunc(Number(get("page"))) || 1),
    page_size: PAGE_SIZE,
    ...known("sort", ["date", "-date", "name", "-name", "email", "-email", "seen", "-seen"]),
    ...known("status", ["active", "blocked", "pending_confirmation"]),
    ...known("role", ["super_admin", "none"]),
  };
}

function Filters({ address, trash }: { readonly address: AddressQuery; readonly trash: boolean }): ReactNode {
  const { get, set } = address;
  const [typed, setTyped] = useState(get("q"));
  useEffect(() => {
    if (typed === get("q")) return undefined;
    const timer = setTimeout(() => set({ q: typed }), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [typed, get, set]);
  return (
    <div className="filters">
      <TextField.Root
        type="search"
        placeholder="E-mail or name"
        aria-label="Search users"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Choice label="Status" name="status" all="Every status" address={address}>
        <Select.Item value="active">active</Select.Item>
        <Select.Item value="blocked">blocked</Select.Item>
        <Select.Item value="pending_confirmation">pending confirmation</Select.Item>
      </Choice>
      <Choice label="Role" name="role" all="Every role" address={address}>
        <Select.Item value="super_admin">super_admin</Select.Item>
        <Select.Item value="none">no role</Select.Item>
      </Choice>
      <SegmentedControl.Root
        value={trash ? "trash" : "users"}
        onValueChange={(view) => set({ view: view === "trash" ? view : "" })}
        aria-label="Which users"
      >
        <SegmentedControl.Item value="users">Users</SegmentedControl.Item>
        <SegmentedControl.Item value="trash">Trash</SegmentedControl.Item>
      </SegmentedControl.Root>
    </div>
  );
}

function Choice({
  label,
  name,
  all,
  address,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly all: string;
  readonly address: AddressQuery;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Select.Root
      value={address.get(name) === "" ? "all" : address.get(name)}
      onValueChange={(value) => address.set({ [name]: value === "all" ? "" : value })}
    >
      <Select.Trigger aria-label={label} />
      <Select.Content>
        <Select.Item value="all">{all}</Select.Item>
        {children}
      </Select.Content>
    </Select.Root>
  );
}

function SortableHead({
  column: { label, sort, align = "left", descendingFirst = false },
  address: { get, set },
}: {
  readonly column: (typeof COLUMNS)[number];
  readonly address: AddressQuery;
}): ReactNode {
  if (sort === undefined) return <Table.ColumnHeaderCell align={align}>{label}</Table.ColumnHeaderCell>;
  const now = get("sort") || "date";
  const active = now === sort || now === `-${sort}`;
  const descending = descendingFirst !== now.startsWith("-");
  return (
    <Table.ColumnHeaderCell align={align} aria-sort={active ? (descending ? "descending" : "ascending") : "none"}>
      <Button
        size="1"
        variant="ghost"
        color={active ? "blue" : "gray"}
        onClick={() => set({ sort: now === sort ? `-${sort}` : sort })}
      >
        {label} {active && <span aria-hidden="true">{descending ? "↓" : "↑"}</span>}
      </Button>
    </Table.ColumnHeaderCell>
  );
}

function UserRow({ user }: { readonly user: User }): ReactNode {
  const [, go] = useLocation();
  const to = `/admin/users/${user.id}`;
  return (
    <Table.Row className="user" onClick={() => go(to)}>
      <Table.RowHeaderCell>
        <Link to={to} onClick={(event) => event.stopPropagation()}>
          {user.email}
        </Link>
      </Table.RowHeaderCell>
      <Table.Cell>{user.name}</Table.Cell>
      <Table.Cell>
        <Badge color={USER_STATUS_COLOURS[user.status]}>{user.status}</Badge>
      </Table.Cell>
      <Table.Cell>{user.roles.join(", ")}</Table.Cell>
      <Table.Cell align="right">{showCount(user.requests)}</Table.Cell>
      <Table.Cell>{showMoment(user.created_at)}</Table.Cell>
      <Table.Cell>{showMoment(user.last_seen_at)}</Table.Cell>
    </Table.Row>
  );
}

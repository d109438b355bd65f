import { Badge, Button, SegmentedControl, Select, Table, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { AnswerOf } from "../../contract/index.ts";
import { roleText, USER_STATUS_COLOURS, USER_STATUS_TEXTS, USER_STATUSES } from "../../vocabulary/index.ts";
import { showCount } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import { useAddress } from "./address.ts";
import type { AddressQuery } from "./address.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import { HeadedTable } from "./HeadedTable.tsx";
import type { Head } from "./HeadedTable.tsx";

type User = AnswerOf<"users">["items"][number];

/** Rows of a page, as in every table of the product. */
const PAGE_SIZE = 20;
/** Milliseconds of quiet before a search is asked for. */
const SEARCH_DELAY = 250;

interface Column extends Head {
  readonly sort?: string;
  readonly descendingFirst?: boolean;
}

const COLUMNS: readonly Column[] = [
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
            <HeadedTable label="Users" heads={COLUMNS.map((column) => headOf(column, address))}>
              {list.items.map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </HeadedTable>
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
    ...known("status", USER_STATUSES),
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
        {USER_STATUSES.map((status) => (
          <Select.Item key={status} value={status}>
            {USER_STATUS_TEXTS[status]}
          </Select.Item>
        ))}
      </Choice>
      <Choice label="Role" name="role" all="Every role" address={address}>
        <Select.Item value="super_admin">{roleText("super_admin")}</Select.Item>
        <Select.Item value="none">No role</Select.Item>
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

const headOf = (column: Column, address: AddressQuery): Head => ({
  ...column,
  ...(column.sort !== undefined && { cell: <SortableHead key={column.label} column={column} address={address} /> }),
});

function SortableHead({
  column: { label, sort = "", align = "left", descendingFirst = false },
  address: { get, set },
}: {
  readonly column: Column;
  readonly address: AddressQuery;
}): ReactNode {
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
        <Badge color={USER_STATUS_COLOURS[user.status]}>{USER_STATUS_TEXTS[user.status]}</Badge>
      </Table.Cell>
      <Table.Cell>{user.roles.map(roleText).join(", ")}</Table.Cell>
      <Table.Cell align="right">{showCount(user.requests)}</Table.Cell>
      <Table.Cell>{showMoment(user.created_at)}</Table.Cell>
      <Table.Cell>{showMoment(user.last_seen_at)}</Table.Cell>
    </Table.Row>
  );
}

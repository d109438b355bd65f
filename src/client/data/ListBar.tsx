import { Button, Select, TextField, Tooltip } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LIMITS, TIMINGS } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import { ITEM_ACTIONS, refusal } from "./item-actions.ts";
import { ofRequests, SORTS, STATUSES } from "./list-query.ts";
import type { ListParams, Sort } from "./list-query.ts";
import { chosenItems, myData } from "./my-data.ts";
import "./list-bar.css";

const SORT_TITLES: Readonly<Record<Sort, string>> = {
  date: "Newest first",
  "-date": "Oldest first",
  name: "Name A to Z",
  "-name": "Name Z to A",
};

/** Search, status and order of the list; the address holds them. */
export function ListBar({
  params,
  onAsk,
}: {
  readonly params: ListParams;
  readonly onAsk: (change: Partial<ListParams>, replace?: boolean) => void;
}): ReactNode {
  // What is typed counts until the address says something else: another list, or the way back.
  const [typed, setTyped] = useState({ over: params.q, text: params.q });
  // Once and for all: an address that is as it was before the typing does not bring it back.
  if (typed.over !== params.q) setTyped({ over: params.q, text: params.q });
  const text = typed.over === params.q ? typed.text : params.q;
  useEffect(() => {
    if (text === params.q) return;
    const timer = setTimeout(() => onAsk({ q: text }, true), TIMINGS.store);
    return () => clearTimeout(timer);
  }, [text, params.q, onAsk]);
  const requests = ofRequests(params.view);
  return (
    <div className="list-bar" role="search">
      <TextField.Root
        id="list-search"
        type="search"
        aria-label="Search by name"
        placeholder="Search by name"
        value={text}
        maxLength={LIMITS.requestName}
        onChange={(event) => setTyped({ over: params.q, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      >
        <TextField.Slot>
          <Icon name="search" />
        </TextField.Slot>
      </TextField.Root>
      {requests && (
        <Select.Root
          value={params.status ?? "any"}
          onValueChange={(value) => onAsk({ status: STATUSES.find((status) => status === value) ?? null })}
        >
          <Select.Trigger aria-label="Status" />
          <Select.Content>
            <Select.Item value="any">Any status</Select.Item>
            {STATUSES.map((status) => (
              <Select.Item key={status} value={status}>
                {status}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
      <Select.Root
        value={params.sortBy}
        onValueChange={(value) => onAsk({ sortBy: SORTS.find((sort) => sort === value) ?? "date" })}
      >
        <Select.Trigger aria-label="Sort" />
        <Select.Content>
          {SORTS.map((sort) => (
            <Select.Item key={sort} value={sort}>
              {SORT_TITLES[sort]}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}

/** What can be done with all ticked rows at once. */
export function BulkBar(): ReactNode {
  const { selected, params } = useSnapshot(myData);
  if (selected.length === 0) return null;
  const items = chosenItems();
  return (
    <div className="list-bar-bulk" role="toolbar" aria-label="Selected requests">
      <strong>{selected.length} selected</strong>
      {ITEM_ACTIONS.filter((action) => action.bulk === true && action.offered(items, params.view)).map((action) => {
        const why = refusal(action, items);
        const button = (
          <Button
            key={action.id}
            size="1"
            variant="soft"
            color={action.danger === true ? "red" : "gray"}
            disabled={why !== null}
            onClick={() => action.run(items)}
          >
            <Icon name={action.icon} size={14} /> {action.title(items)}
          </Button>
        );
        return why === null ? (
          button
        ) : (
          <Tooltip key={action.id} content={why}>
            {button}
          </Tooltip>
        );
      })}
      <Button
        size="1"
        variant="ghost"
        color="gray"
        onClick={() => {
          myData.selected = [];
        }}
      >
        Select none
      </Button>
    </div>
  );
}

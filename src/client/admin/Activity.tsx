import { Button, Select, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { eventText } from "../../contract/index.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import { useAddress } from "./address.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import { DayRange } from "./DayRange.tsx";
import { EventTable } from "./EventTable.tsx";

const TYPE_DELAY = 250;
const TYPE = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What users did: their events beside the steps of the security log. */
export default function Activity(): ReactNode {
  const { get, set } = useAddress();
  const [type, setType] = useState(get("type"));
  useEffect(() => {
    if (type === get("type")) return undefined;
    const timer = setTimeout(() => set({ type }), TYPE_DELAY);
    return () => clearTimeout(timer);
  }, [type, get, set]);
  const given = (name: string, form: RegExp): Record<string, string> =>
    form.test(get(name)) ? { [name]: get(name) } : {};
  const query = useRoute("filterUserActivities", {
    query: {
      page: Math.max(1, Math.trunc(Number(get("page"))) || 1),
      page_size: 20,
      ...(get("sort") === "-date" ? { sort: "-date" } : {}),
      ...given("type", TYPE),
      ...given("source", /^[a-z][a-z0-9_-]{0,39}$/),
      ...given("from", DAY),
      ...given("to", DAY),
    },
  });
  const list = query.value;
  return (
    <AdminFrame title="Activity">
      <div className="filters">
        <TextField.Root
          type="search"
          placeholder="Type, such as page-visit"
          aria-label="Type of event"
          value={type}
          onChange={(event) => setType(event.target.value)}
        />
        <Select.Root
          value={get("source") || "all"}
          onValueChange={(source) => set({ source: source === "all" ? "" : source })}
        >
          <Select.Trigger aria-label="Source" />
          <Select.Content>
            <Select.Item value="all">Every source</Select.Item>
            <Select.Item value="web">web</Select.Item>
            <Select.Item value="chart">chart</Select.Item>
            <Select.Item value="server">server</Select.Item>
          </Select.Content>
        </Select.Root>
        <DayRange from={get("from")} to={get("to")} onChange={set} />
        <Button variant="soft" color="gray" onClick={() => set({ sort: get("sort") === "-date" ? "" : "-date" })}>
          {get("sort") === "-date" ? "Oldest first" : "Newest first"}
        </Button>
      </div>
      <LoadState loaded={query} height="420px" />
      {list !== null && query.error === null && (
        <div aria-busy={query.busy}>
          <EventTable label="Activity" events={list.items.map((one) => ({ ...one, text: eventText(one.type) }))} />
          <Pager
            label="Pages of activity"
            page={list.page}
            total={list.total}
            size={list.page_size}
            onPage={(page) => set({ page: String(page) })}
          />
        </div>
      )}
    </AdminFrame>
  );
}

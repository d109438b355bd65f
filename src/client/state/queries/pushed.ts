import type { Query } from "@tanstack/react-query";
import type { ChangedList, RouteName, StreamEvent } from "../../../contract/index.ts";
import { PAGE_ID } from "./calls.ts";
import { queryClient } from "./query-client.ts";
import { invalidateRoute, routeQuery } from "./route-query.ts";
import { isOver } from "./status.ts";
import { followStream } from "./stream.ts";

/** The routes that show what a change of each kind is about. */
const SHOWING: Readonly<Record<ChangedList, readonly RouteName[]>> = {
  requests: ["myRequests", "myTrash", "myFavourites", "myCounts", "list", "latestUpdates"],
  folders: ["folders", "folder", "myCounts"],
  templates: ["templates", "trashedTemplates", "ownTemplates", "myCounts"],
  formulas: ["savedFormulas"],
  lists: ["ownData", "ownDataReport"],
};
/** The routes that show something of the market data. */
const MARKET: readonly RouteName[] = [
  "market",
  "activitySoFar",
  "templateSamples",
  "marketSnapshots",
  "marketImports",
  "marketFindings",
  "marketIdentities",
  "pinnedValues",
  "marketDays",
];
/** Lists of requests with the status of each. */
const LISTS: ReadonlySet<unknown> = new Set<RouteName>(["myRequests", "myFavourites", "list"]);

/** Changes of one moment, such as those of a bulk action, are one look. */
const GATHER_MS = 200;
const gathered = new Set<RouteName>();
let timer: ReturnType<typeof setTimeout> | undefined;

function lookSoon(names: readonly RouteName[]): void {
  for (const name of names) gathered.add(name);
  timer ??= setTimeout(() => {
    timer = undefined;
    const all = [...gathered];
    gathered.clear();
    for (const name of all) void invalidateRoute(name);
  }, GATHER_MS);
}

/** Asks again for what is on screen of a query. */
async function lookAgain(query: Query): Promise<void> {
  // The first answer is not given up for another, and may be of before the change.
  if (query.state.data === undefined) await query.promise?.catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

type RunChange = Extract<StreamEvent, { event: "run" }>["data"];

/** What shows this run, and nothing else, follows it: its progress without a call, all else that is new by one. */
function runChanged({ id, status, progress }: RunChange): void {
  const cache = queryClient.getQueryCache();
  const { queryKey } = routeQuery("status", { params: { id } });
  const shown = cache.find({ queryKey, exact: true });
  if (shown?.isActive() === true) {
    const now = queryClient.getQueryData(queryKey);
    // Its first answer is on the way.
    if (status === "Running" && now === undefined) return;
    if (status === "Running" && progress !== null && now !== undefined && !isOver(now))
      queryClient.setQueryData(queryKey, { ...now, status, waiting: 0, progress });
    else void lookAgain(shown);
  }
  if (progress !== null) return;
  for (const query of historiesOf(id)) void lookAgain(query);
  if (status === "Running") return;
  // Who follows the run looks at the list himself when it has ended.
  if (shown?.isActive() === true) return;
  const lists = cache.findAll({ type: "active", predicate: (query) => LISTS.has(query.queryKey[0]) });
  if (lists.some((query) => holds(query.state.data, id))) lookSoon(SHOWING.requests);
}

const holds = (data: unknown, id: string): boolean =>
  typeof data === "object" &&
  data !== null &&
  "items" in data &&
  Array.isArray(data.items) &&
  data.items.some((item: unknown) => typeof item === "object" && item !== null && "id" in item && item.id === id);

/** Pages of histories on screen, of one request or of all. */
const historiesOf = (id?: string): readonly Query[] =>
  queryClient.getQueryCache().findAll({
    queryKey: id === undefined ? ["requestUpdates"] : ["requestUpdates", { params: { id } }],
    type: "active",
  });

/** Looks at every run that is followed: at the turn of the stream something may have been missed. */
function lookAtRuns(): void {
  const followed = queryClient.getQueryCache().findAll({ queryKey: ["status"], type: "active" });
  for (const query of [...followed, ...historiesOf()]) void lookAgain(query);
}

function onEvent({ event, data }: StreamEvent): void {
  switch (event) {
    case "run":
      return runChanged(data);
    case "changed":
      // This page has seen to what it did itself.
      if (data.page !== PAGE_ID) lookSoon(SHOWING[data.what]);
      return;
    case "market":
      return lookSoon(MARKET);
    case "resync":
      lookAtRuns();
      return lookSoon([...Object.values(SHOWING).flat(), ...MARKET, "requestUpdates"]);
    default:
      return event satisfies never;
  }
}

/** Keeps what is on screen as the server has it; the returned function stops it. */
export const keepPushed = (): (() => void) => followStream({ onEvent, onTurn: lookAtRuns });

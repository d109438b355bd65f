import { proxy, ref } from "valtio";
import type { AnswerOf, RouteName, StatusAnswer } from "../../contract/index.ts";
import { call, messageOf } from "../state/calls.ts";
import type { CallError } from "../state/calls.ts";
import { folderItem, isActive, requestItem, templateItem } from "./item.ts";
import type { Folder, Item } from "./item.ts";
import { askedAddress, FIRST, listQuery } from "./list-query.ts";
import type { ListAsked, View } from "./list-query.ts";

export interface MyData {
  phase: "loading" | "ready" | "failed";
  asked: ListAsked;
  items: readonly Item[];
  total: number;
  error: string | null;
  counts: AnswerOf<"myCounts"> | null;
  /** The newest folders, for the drawer and for names; `folderTotal` is of all. */
  folders: readonly Folder[] | null;
  folderTotal: number;
  /** The folder of the address, which may not be among the newest. */
  folder: Folder | null;
  /** Ids with a tick. */
  selected: readonly string[];
  /** The row that the keys act on. */
  current: string | null;
  /** Scans of the page that wait or run. */
  progress: Readonly<Record<string, StatusAnswer>>;
}

export const myData = proxy<MyData>({
  phase: "loading",
  asked: FIRST,
  items: [],
  total: 0,
  error: null,
  counts: null,
  folders: null,
  folderTotal: 0,
  folder: null,
  selected: [],
  current: null,
  progress: {},
});

/** Folders in the drawer; the others are found in their list. */
const DRAWER_FOLDERS = 12;
/** Milliseconds between two looks at the scans of the page. */
const LOOK = 900;

type RequestList = Extract<RouteName, "myRequests" | "myTrash" | "myFavourites">;
const REQUEST_LISTS: Readonly<Record<Exclude<View, "templates" | "template-trash" | "folders">, RequestList>> = {
  requests: "myRequests",
  favourites: "myFavourites",
  updates: "myRequests",
  trash: "myTrash",
};

type Page = { readonly items: readonly Item[]; readonly total: number } | { readonly failed: CallError };

async function pageOf(asked: ListAsked, signal: AbortSignal): Promise<Page> {
  const query = listQuery(asked);
  switch (asked.view) {
    case "templates":
    case "template-trash": {
      const answer = await call(asked.view === "templates" ? "templates" : "trashedTemplates", { query, signal });
      if (!answer.ok) return { failed: answer.error };
      return { items: answer.value.items.map(templateItem), total: answer.value.total };
    }
    case "folders": {
      const answer = await call("folders", { query, signal });
      if (!answer.ok) return { failed: answer.error };
      return { items: answer.value.items.map(folderItem), total: answer.value.total };
    }
    case "requests":
    case "favourites":
    case "updates":
    case "trash": {
      const answer = await call(REQUEST_LISTS[asked.view], { query, signal });
      if (!answer.ok) return { failed: answer.error };
      return { items: answer.value.items.map(requestItem), total: answer.value.total };
    }
    default:
      return asked.view satisfies never;
  }
}

let loading = new AbortController();

/** Shows the list of an address. Another list starts empty-handed; the same one stays on screen until the new page is there. */
export async function showList(asked: ListAsked): Promise<void> {
  const same = askedAddress({ ...asked, page: 1 }) === askedAddress({ ...myData.asked, page: 1 });
  if (!same || asked.page !== myData.asked.page) Object.assign(myData, { selected: [], current: null });
  if (!same) Object.assign(myData, { phase: "loading", items: [], folder: null });
  myData.asked = asked;
  await reload();
}

/** Asks again for what is on screen. */
export async function reload(): Promise<void> {
  loading.abort();
  const mine = new AbortController();
  loading = mine;
  const { asked } = myData;
  const [page, , noFolder] = await Promise.all([
    pageOf(asked, mine.signal),
    loadBeside(mine.signal),
    loadFolder(asked, mine.signal),
  ]);
  if (mine.signal.aborted) return;
  if (noFolder !== null || "failed" in page) {
    const why = noFolder ?? ("failed" in page ? page.failed : null);
    Object.assign(myData, { phase: "failed", error: why && messageOf(why) });
    return;
  }
  const known = new Set(page.items.map(({ id }) => id));
  Object.assign(myData, {
    phase: "ready",
    error: null,
    items: ref([...page.items]),
    total: page.total,
    selected: myData.selected.filter((id) => known.has(id)),
    current: myData.current !== null && known.has(myData.current) ? myData.current : null,
  });
  void watchActive(mine.signal);
}

/** Counts and folders, which stand beside the list; without them it goes on. */
async function loadBeside(signal: AbortSignal): Promise<void> {
  const [counts, folders] = await Promise.all([
    call("myCounts", { signal }),
    call("folders", { query: { page_size: DRAWER_FOLDERS }, signal }),
  ]);
  if (counts.ok) myData.counts = ref(counts.value);
  if (folders.ok) {
    myData.folders = ref(folders.value.items);
    myData.folderTotal = folders.value.total;
  }
}

/** The folder of the address; gives why there is none, since a list of nothing would not say so. */
async function loadFolder({ folder }: ListAsked, signal: AbortSignal): Promise<CallError | null> {
  if (folder === null || folder === "none") return null;
  const answer = await call("folder", { params: { id: folder }, signal });
  if (answer.ok && !signal.aborted) myData.folder = ref(answer.value);
  return answer.ok ? null : answer.error;
}

export const activeOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) => (item.kind === "request" && isActive(item.request) ? [item.id] : []));

/** Looks at the scans of the page until one has ended, and loads the page again then. */
async function watchActive(signal: AbortSignal): Promise<void> {
  const ids = activeOf(myData.items);
  if (ids.length === 0 || myData.asked.view === "trash") {
    myData.progress = {};
    return;
  }
  for (;;) {
    const looks = await Promise.all(ids.map((id) => call("status", { params: { id }, signal })));
    if (signal.aborted) return;
    const seen = looks.flatMap((look) => (look.ok ? [look.value] : []));
    myData.progress = ref(Object.fromEntries(seen.map((status) => [status.id, status])));
    if (seen.some((status) => !isActive(status))) {
      void reload();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    if (signal.aborted) return;
  }
}

/** Leaves the list: nothing is asked any more. */
export const leaveList = (): void => loading.abort();

export const itemOf = (id: string | null): Item | null => myData.items.find((item) => item.id === id) ?? null;

/** What an action is about: the ticked rows, else the current one. */
export function chosenItems(): readonly Item[] {
  if (myData.selected.length > 0) return myData.items.filter(({ id }) => myData.selected.includes(id));
  const item = itemOf(myData.current);
  return item === null ? [] : [item];
}

export function toggleSelected(id: string): void {
  myData.selected = myData.selected.includes(id)
    ? myData.selected.filter((one) => one !== id)
    : [...myData.selected, id];
}

/** Makes the next or previous row the current one and gives it the focus. */
export function moveCurrent(by: 1 | -1): void {
  const at = myData.items.findIndex(({ id }) => id === myData.current);
  const last = myData.items.length - 1;
  const to = at < 0 ? (by === 1 ? 0 : last) : Math.min(Math.max(at + by, 0), last);
  const item = myData.items[to];
  if (item === undefined) return;
  myData.current = item.id;
  document.querySelector<HTMLElement>(`[data-item="${item.id}"] .item-name`)?.focus();
}

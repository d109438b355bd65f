import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { AnswerOf, RouteName, StatusAnswer } from "../../contract/index.ts";
import { call } from "../state/queries/calls.ts";
import { isGone } from "../state/queries/call-route.ts";
import { answerOrThrow, invalidateRoute, NEVER_STALE, routeQuery } from "../state/queries/route-query.ts";
import { lookAfter } from "../state/queries/stream.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { folderItem, isActive, requestItem, templateItem } from "./item.ts";
import type { Folder, Item } from "./item.ts";
import { listAddress, listQuery } from "./list-query.ts";
import type { ListParams, View } from "./list-query.ts";

/** Folders in the drawer; the others are found in their list. */
const DRAWER_FOLDERS = 12;
/** Milliseconds between two looks at the scans of the page. */
const LOOK = 900;

const ROUTES = {
  requests: "myRequests",
  favourites: "myFavourites",
  updates: "myRequests",
  trash: "myTrash",
  templates: "templates",
  "template-trash": "trashedTemplates",
  folders: "folders",
} as const satisfies Record<View, RouteName>;

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
}

async function pageOf(params: ListParams, signal: AbortSignal): Promise<Page> {
  const options = { query: listQuery(params), signal };
  switch (params.view) {
    case "templates":
    case "template-trash": {
      const { items, total } = await answerOrThrow(call(ROUTES[params.view], options));
      return { items: items.map(templateItem), total };
    }
    case "folders": {
      const { items, total } = await answerOrThrow(call(ROUTES[params.view], options));
      return { items: items.map(folderItem), total };
    }
    case "requests":
    case "favourites":
    case "updates":
    case "trash": {
      const { items, total } = await answerOrThrow(call(ROUTES[params.view], options));
      return { items: items.map(requestItem), total };
    }
    default:
      return params.view satisfies never;
  }
}

const PAGES = "page of the list";
/** A page of the list; the one that was shown last stays for the way back. */
const pageQuery = (params: ListParams) =>
  queryOptions({
    ...NEVER_STALE,
    staleTime: 0,
    queryKey: [ROUTES[params.view], { query: listQuery(params) }, PAGES],
    queryFn: ({ signal }) => pageOf(params, signal),
  });

/** The rows of a page as they are there now. */
export const itemsNow = (params: ListParams): readonly Item[] =>
  queryClient.getQueryData(pageQuery(params).queryKey)?.items ?? [];

const COUNTS = { ...routeQuery("myCounts"), ...NEVER_STALE, staleTime: 0 };
const FOLDERS = { ...routeQuery("folders", { query: { page_size: DRAWER_FOLDERS } }), ...NEVER_STALE, staleTime: 0 };

/** Asks again for everything that is on screen. */
export async function reload(): Promise<void> {
  const names: readonly RouteName[] = [...new Set(Object.values(ROUTES)), "folder", "myCounts"];
  await Promise.all(names.map((name) => invalidateRoute(name)));
}

export interface List {
  readonly phase: "loading" | "ready" | "failed";
  readonly error: string | null;
  /** There is no such folder. */
  readonly gone: boolean;
  readonly items: readonly Item[];
  readonly total: number;
  /** The folder of the address, which may not be among the newest. */
  readonly folder: Folder | null;
}

/**
 * The list of an address. Another list starts empty; within one list the previous page stays on screen until the
 * new one is there.
 */
export function useList(params: ListParams): List {
  const { data, error, isFetching } = useQuery(pageQuery(params));
  const inFolder = params.folder !== null && params.folder !== "none";
  const folder = useQuery({
    ...routeQuery("folder", { params: { id: params.folder ?? "" } }),
    enabled: inFolder,
  });
  const list = listAddress({ ...params, page: 1 });
  const [last, setLast] = useState<{ readonly list: string; readonly page: Page } | null>(null);
  if (data !== undefined && data !== last?.page) setLast({ list, page: data });
  const shown = data ?? (last?.list === list ? last.page : null);

  const address = listAddress(params);
  const leaveOthers = useEffectEvent((_address: string) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === PAGES, type: "inactive" });
    // What stands beside the list may have changed since the one before.
    for (const { queryKey } of [COUNTS, FOLDERS])
      void queryClient.refetchQueries({ queryKey, type: "active" }, { cancelRefetch: false });
  });
  useEffect(() => leaveOthers(address), [address]);

  // An empty list would not say that the folder does not exist.
  const why = (folder.isFetching ? null : folder.error) ?? (isFetching ? null : error);
  return {
    phase: why !== null ? "failed" : shown === null ? "loading" : "ready",
    error: why?.message ?? null,
    gone: why !== null && why === folder.error && isGone(why.error),
    items: shown?.items ?? [],
    total: (shown ?? last?.page)?.total ?? 0,
    folder: folder.data ?? null,
  };
}

interface Beside {
  readonly counts: AnswerOf<"myCounts"> | null;
  /** The newest folders, for the drawer and for names; `folderTotal` is of all. */
  readonly folders: readonly Folder[] | null;
  readonly folderTotal: number;
}

/** Counts and folders, which stand beside the list; without them it goes on. */
export function useBeside(): Beside {
  const counts = useQuery(COUNTS).data;
  const folders = useQuery(FOLDERS).data;
  return { counts: counts ?? null, folders: folders?.items ?? null, folderTotal: folders?.total ?? 0 };
}

/** The newest folders as they are known, asked for by who stands beside the list. */
export const useFolderNames = (): readonly Folder[] | null =>
  useQuery({ ...FOLDERS, enabled: false }).data?.items ?? null;

/** Scans of the page that wait or run, looked at until one has ended: then the page is asked for again. */
export function useProgress(items: readonly Item[], view: View): ReadonlyMap<string, StatusAnswer> {
  const active = view === "trash" ? [] : items.filter((item) => item.kind === "request" && isActive(item.request));
  const looks = useQueries({
    queries: active.map(({ id }) => ({
      ...routeQuery("status", { params: { id } }),
      refetchInterval: () => lookAfter(LOOK),
    })),
  });
  const seen = looks.flatMap(({ data }) => data ?? []);
  const over = seen
    .filter((status) => !isActive(status))
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    if (over !== "") void reload();
  }, [over]);
  return new Map(seen.map((status) => [status.id, status]));
}

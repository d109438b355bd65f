import { LIMITS } from "../../vocabulary/index.ts";

/** What the list shows: one kind of thing, or the requests that one mark has. */
export const VIEWS = ["requests", "favourites", "updates", "templates", "folders", "trash", "template-trash"] as const;
export type View = (typeof VIEWS)[number];
export const SORTS = ["date", "-date", "name", "-name"] as const;
export type Sort = (typeof SORTS)[number];
export const STATUSES = ["Pending", "Running", "Finished", "Failed", "Cancelled"] as const;
export type Status = (typeof STATUSES)[number];

/** The list as the address bar holds it. */
export interface ListParams {
  readonly view: View;
  readonly folder: string | null;
  readonly status: Status | null;
  readonly q: string;
  readonly sortBy: Sort;
  /** From 1. */
  readonly page: number;
}

export const DEFAULT_PARAMS: ListParams = {
  view: "requests",
  folder: null,
  status: null,
  q: "",
  sortBy: "date",
  page: 1,
};

/** What the address bar calls each of them. */
const PARAMETERS: Readonly<Record<keyof ListParams, string>> = {
  view: "view",
  folder: "folder",
  status: "status",
  q: "q",
  sortBy: "sort",
  page: "page",
};
const NAMES = ["view", "folder", "status", "q", "sortBy", "page"] as const satisfies readonly (keyof ListParams)[];

const among = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null;

/** Reads the query of the address; invalid values count as left out. */
export function readListParams(search: string): ListParams {
  const query = new URLSearchParams(search);
  const page = Number(query.get("page"));
  const folder = query.get("folder");
  return {
    view: among(VIEWS, query.get("view")) ?? DEFAULT_PARAMS.view,
    folder: folder !== null && /^([a-z0-9]{8,40}|none)$/.test(folder) ? folder : null,
    status: among(STATUSES, query.get("status")),
    q: (query.get("q") ?? "").slice(0, LIMITS.requestName),
    sortBy: among(SORTS, query.get("sort")) ?? DEFAULT_PARAMS.sortBy,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The address of a list; defaults are left out. */
export function listAddress(params: Partial<ListParams>): string {
  const query = new URLSearchParams();
  const all = { ...DEFAULT_PARAMS, ...params };
  for (const name of NAMES) {
    const value = all[name];
    if (value !== null && value !== DEFAULT_PARAMS[name]) query.set(PARAMETERS[name], String(value));
  }
  const text = query.toString();
  return text === "" ? "/" : `/?${text}`;
}

/** Whether something narrows the list besides the view. */
export const narrows = ({ folder, status, q }: ListParams): boolean => folder !== null || status !== null || q !== "";

/** Templates and folders have neither status nor rows. */
export const ofRequests = (view: View): boolean =>
  view !== "templates" && view !== "template-trash" && view !== "folders";

/** Items in the trash can only be restored or deleted for good. */
export const isTrash = (view: View): boolean => view === "trash" || view === "template-trash";

/** As the server's list takes it. */
export function listQuery({ view, folder, status, q, sortBy, page }: ListParams): Record<string, string | number> {
  const paged = { page, page_size: LIMITS.pageRows, sort: sortBy, ...(q === "" ? {} : { q }) };
  if (!ofRequests(view)) return paged;
  return {
    ...paged,
    ...(folder === null ? {} : { folder }),
    ...(status === null ? {} : { status }),
    ...(view === "updates" ? { data_updates: "true" } : {}),
  };
}

import type { AnswerOf, RunSummary } from "../../contract/index.ts";
import { STATUS_COLOURS } from "../../vocabulary/index.ts";
import type { Status, View } from "./list-query.ts";

type Template = AnswerOf<"templates">["items"][number];
export type Folder = AnswerOf<"folders">["items"][number];

interface Named {
  readonly id: string;
  readonly name: string;
  /** When it was made; null for what came with the product. */
  readonly at: string | null;
}
export type RequestItem = Named & { readonly kind: "request"; readonly request: RunSummary };
export type TemplateItem = Named & { readonly kind: "template"; readonly template: Template };
export type FolderItem = Named & { readonly kind: "folder"; readonly folder: Folder };
/** A row of the list, whatever it stands for. */
export type Item = RequestItem | TemplateItem | FolderItem;

export const requestItem = (request: RunSummary): RequestItem => ({
  kind: "request",
  id: request.id,
  name: request.name,
  at: request.created_at,
  request,
});
export const templateItem = (template: Template): TemplateItem => ({
  kind: "template",
  id: template.id,
  name: template.name,
  at: template.created_at,
  template,
});
export const folderItem = (folder: Folder): FolderItem => ({
  kind: "folder",
  id: folder.id,
  name: folder.name,
  at: folder.created_at,
  folder,
});

export const isActive = ({ status }: { readonly status: string }): boolean =>
  status === "Pending" || status === "Running";

/** A running request is told apart from a waiting one; a cancelled one is neither good nor bad. */
const COLOURS: Readonly<Record<Status, "green" | "red" | "orange" | "blue" | "gray">> = {
  Finished: STATUS_COLOURS.Finished,
  Failed: STATUS_COLOURS.Failed,
  Pending: STATUS_COLOURS.Pending,
  Running: "blue",
  Cancelled: "gray",
};
export const statusColour = (status: Status): (typeof COLOURS)[Status] => COLOURS[status];

/** Where an item opens: a finished request with its rows, a template in the builder, a folder as a list. */
export function itemAddress(item: Item): string {
  switch (item.kind) {
    case "request":
      return `/data-request/${item.id}/results`;
    case "template":
      return `/data-request?template=${item.id}`;
    case "folder":
      return `/?folder=${item.id}`;
    default:
      return item satisfies never;
  }
}
export const editAddress = (id: string): string => `/data-request?id=${id}`;

export const VIEW_TITLES: Readonly<Record<View, string>> = {
  requests: "Requests",
  favourites: "Favourites",
  updates: "Daily updates",
  templates: "Templates",
  folders: "Folders",
  trash: "Trash",
  "template-trash": "Deleted templates",
};

/** `1 request`, `3 requests`. */
export const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

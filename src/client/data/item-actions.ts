import { navigate } from "wouter/use-browser-location";
import type { RouteName } from "../../contract/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import type { ExportFormat } from "../../vocabulary/index.ts";
import type { IconName } from "../ui/icons.tsx";
import { useAsRefusal } from "../state/sign-in/use-as-refusal.ts";
import { productNow } from "../state/queries/product.ts";
import { openDialog } from "./dialogs.ts";
import { editAddress, isActive, itemAddress } from "./item.ts";
import type { FolderItem, Item, RequestItem, TemplateItem } from "./item.ts";
import { isTrash } from "./list-query.ts";
import type { View } from "./list-query.ts";
import type * as Verbs from "./verbs.ts";
import { withVerbs } from "./with-verbs.ts";

/** Something to do with rows of the list: their menus, the bar over ticked rows and the keys all read this. */
interface ItemAction {
  readonly id: string;
  readonly title: (items: readonly Item[]) => string;
  readonly icon: IconName;
  readonly key?: string;
  /** With many rows at once, in the bar over the list. */
  readonly bulk?: true;
  readonly danger?: true;
  /** What it calls, where an admin who acts as the user may not. */
  readonly calls?: RouteName;
  readonly offered: (items: readonly Item[], view: View) => boolean;
  readonly disabled?: (items: readonly Item[]) => string | null;
  readonly run: (items: readonly Item[]) => void;
}

const requests = (items: readonly Item[]): readonly RequestItem[] => items.filter((item) => item.kind === "request");
const allRequests = (items: readonly Item[]): boolean => items.length > 0 && requests(items).length === items.length;
const one = (items: readonly Item[]): RequestItem | null => (items.length === 1 ? (requests(items)[0] ?? null) : null);
const oneTemplate = ([item, ...more]: readonly Item[]): TemplateItem | null =>
  item?.kind === "template" && more.length === 0 ? item : null;
const oneFolder = ([item, ...more]: readonly Item[]): FolderItem | null =>
  item?.kind === "folder" && more.length === 0 ? item : null;

const finished = (items: readonly Item[]): boolean => one(items)?.request.status === "Finished";
const named = (title: string) => (): string => title;
/** A request that is not in the trash. */
const kept = (items: readonly Item[], view: View): boolean => view !== "trash" && one(items) !== null;
const withOne =
  (run: (item: RequestItem) => unknown) =>
  (items: readonly Item[]): void => {
    const item = one(items);
    if (item !== null) void run(item);
  };
/** Asks the server to do something with the one request. */
const asking = (run: (verbs: typeof Verbs, item: RequestItem) => unknown): ((items: readonly Item[]) => void) =>
  withOne((item) => withVerbs((verbs) => run(verbs, item)));
const unlessActive = (items: readonly Item[]): string | null => {
  const item = one(items);
  return item !== null && isActive(item.request) ? "Its scan is still running" : null;
};

const file = (format: ExportFormat, title: string, key?: string): ItemAction => ({
  id: `download-${format}`,
  title: named(title),
  icon: "download",
  ...(key === undefined ? {} : { key }),
  offered: kept,
  disabled: (items) => (finished(items) ? null : "There are no results yet"),
  run: asking((verbs, item) => verbs.saveFile(item, format)),
});

export const ITEM_ACTIONS: readonly ItemAction[] = [
  {
    id: "open",
    title: ([item]) =>
      item?.kind === "template" ? "Use template" : item?.kind === "folder" ? "Open folder" : "Results",
    icon: "open",
    key: "Enter",
    offered: (items, view) => items.length === 1 && !isTrash(view),
    run: ([item]) => item !== undefined && navigate(itemAddress(item)),
  },
  {
    id: "review",
    title: named("Look at it"),
    icon: "page",
    key: "Enter",
    offered: (items, view) => isTrash(view) && (one(items) ?? oneTemplate(items)) !== null,
    run: (items) => {
      const item = one(items) ?? oneTemplate(items);
      if (item !== null) openDialog({ kind: "review", item });
    },
  },
  {
    id: "edit",
    title: named("Edit"),
    icon: "edit",
    key: "e",
    offered: kept,
    run: withOne(({ id }) => navigate(editAddress(id))),
  },
  {
    id: "text",
    title: named("Show as text"),
    icon: "page",
    offered: (items, view) => !isTrash(view) && (one(items) ?? oneTemplate(items)) !== null,
    run: (items) => {
      const item = one(items) ?? oneTemplate(items);
      if (item !== null) openDialog({ kind: "text", item });
    },
  },
  {
    id: "favourite",
    title: (items) =>
      items.length > 0 && requests(items).every(({ request }) => request.favourite)
        ? "Remove from favourites"
        : "Add to favourites",
    icon: "star",
    key: "f",
    bulk: true,
    offered: (items, view) => view !== "trash" && allRequests(items),
    run: (items) => void withVerbs((verbs) => verbs.favourite(requests(items))),
  },
  file("xlsx", "Download the workbook", "w"),
  file("csv", "Download as CSV"),
  file("parquet", "Download as Parquet"),
  {
    id: "run",
    title: named("Run again"),
    icon: "play",
    key: "r",
    offered: kept,
    disabled: unlessActive,
    run: asking((verbs, item) => verbs.runAgain(item)),
  },
  {
    id: "cancel",
    title: named("Cancel the scan"),
    icon: "stop",
    offered: (items, view) => kept(items, view) && unlessActive(items) !== null,
    run: asking((verbs, item) => verbs.cancel(item)),
  },
  {
    id: "history",
    title: named("History and differences"),
    icon: "clock",
    key: "h",
    offered: kept,
    run: withOne((item) => openDialog({ kind: "history", item })),
  },
  {
    id: "move",
    title: named("Move to folder…"),
    icon: "folder",
    key: "m",
    bulk: true,
    offered: (items, view) => view !== "trash" && allRequests(items),
    run: (items) => openDialog({ kind: "move", items: requests(items) }),
  },
  {
    id: "take-out",
    title: named("Remove from the folder"),
    icon: "folder",
    offered: (items, view) =>
      view !== "trash" && allRequests(items) && requests(items).every(({ request }) => request.folder_id !== null),
    run: (items) => void withVerbs((verbs) => verbs.takeOutOfFolder(requests(items))),
  },
  {
    id: "updates",
    title: (items) =>
      one(items)?.request.data_updates === true ? "Switch daily updates off" : "Switch daily updates on",
    icon: "calendar",
    offered: kept,
    disabled: (items) =>
      one(items)?.request.data_updates !== true && productNow()?.daily_updates === false
        ? screenText("updates-locked")
        : null,
    run: asking((verbs, item) => verbs.switchUpdates(item)),
  },
  {
    id: "rename",
    title: named("Rename…"),
    icon: "edit",
    offered: (items, view) => !isTrash(view) && items.length === 1 && oneTemplate(items)?.template.builtin !== true,
    run: ([item]) => item !== undefined && openDialog({ kind: "rename", item }),
  },
  {
    id: "duplicate",
    title: named("Duplicate"),
    icon: "copy",
    key: "d",
    offered: (items, view) => kept(items, view) || (!isTrash(view) && oneTemplate(items) !== null),
    run: (items) => {
      const template = oneTemplate(items);
      if (template === null) asking((verbs, item) => verbs.duplicate(item))(items);
      else void withVerbs((verbs) => verbs.duplicateTemplate(template));
    },
  },
  {
    id: "template",
    title: named("Save as a template"),
    icon: "sheet",
    offered: kept,
    run: asking((verbs, item) => verbs.asTemplate(item)),
  },
  {
    id: "restore",
    title: named("Restore"),
    icon: "undo",
    bulk: true,
    offered: (items, view) => isTrash(view) && (allRequests(items) || oneTemplate(items) !== null),
    run: (items) => {
      const template = oneTemplate(items);
      if (template === null) void withVerbs((verbs) => verbs.restore(requests(items)));
      else void withVerbs((verbs) => verbs.restoreTemplate(template));
    },
  },
  {
    id: "delete",
    title: (items) => (items.length > 1 ? "Delete all selected" : "Delete"),
    icon: "cross",
    key: "#",
    bulk: true,
    danger: true,
    offered: (items, view) =>
      isTrash(view)
        ? false
        : allRequests(items) || oneFolder(items) !== null || oneTemplate(items)?.template.builtin === false,
    run: (items) => {
      const folder = oneFolder(items);
      const template = oneTemplate(items);
      if (folder !== null) void withVerbs((verbs) => verbs.deleteFolder(folder));
      else if (template !== null) void withVerbs((verbs) => verbs.deleteTemplate(template));
      else void withVerbs((verbs) => verbs.trash(requests(items)));
    },
  },
  {
    id: "delete-for-good",
    // From the trash it goes for good.
    calls: "deleteTemplate",
    title: named("Delete for good"),
    icon: "cross",
    key: "#",
    bulk: true,
    danger: true,
    offered: (items, view) => isTrash(view) && (allRequests(items) || oneTemplate(items) !== null),
    run: (items) => {
      const template = oneTemplate(items);
      if (template === null) void withVerbs((verbs) => verbs.deleteForGood(requests(items)));
      else void withVerbs((verbs) => verbs.deleteTemplateForGood(template));
    },
  },
];

/** Why an action cannot be done now; null where it can. */
export function refusal(action: ItemAction, items: readonly Item[]): string | null {
  const denied = action.calls === undefined ? null : useAsRefusal(action.calls);
  return denied ?? action.disabled?.(items) ?? null;
}

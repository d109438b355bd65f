import { screenText } from "../../vocabulary/index.ts";
import type { ExportFormat } from "../../vocabulary/index.ts";
import type { RouteName } from "../../contract/index.ts";
import { problem } from "../../api-client/index.ts";
import { call, download, messageOf } from "../state/queries/calls.ts";
import type { CallResult, CallError } from "../state/queries/calls.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";
import { many } from "./item.ts";
import type { FolderItem, Item, RequestItem, TemplateItem } from "./item.ts";
import { reload } from "./list-answers.ts";
import { myData } from "./my-data.ts";

const fail = (error: CallError): void => showToast(messageOf(error), "error");

/** Says what happened and shows the list as it is now. */
async function done<T = unknown>(
  answer: CallResult<T>,
  said: string | ((value: T) => string),
  undo: (() => void) | null = null,
): Promise<void> {
  if (answer.ok) showToast(typeof said === "string" ? said : said(answer.value), "success", undo);
  else fail(answer.error);
  await reload();
}

/** How many the server has changed, which may be fewer than were asked for; none of them is a failure. */
function changedOf(answer: CallResult<{ readonly changed: number }>): CallResult<number> {
  if (!answer.ok) return answer;
  const { changed } = answer.value;
  return changed > 0
    ? { ok: true, value: changed }
    : problem("not-found", "Nothing was changed: the list has changed meanwhile.");
}

/** The same call for each, one after the other; the first refusal ends it. */
async function each(name: RouteName, items: readonly Item[], body?: object): Promise<CallResult<null>> {
  for (const { id } of items) {
    const answer = await call(name, { params: { id }, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) return answer;
  }
  return { ok: true, value: null };
}

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);

export async function favourite(items: readonly RequestItem[]): Promise<void> {
  // All get the value that not all of them have.
  const wanted = items.some(({ request }) => !request.favourite);
  const answer = await call("bulkFavourite", { body: { ids: idsOf(items), favourite: wanted } });
  await done(changedOf(answer), (changed) => `${many(changed, "favourite")} ${wanted ? "added" : "removed"}`);
}

export async function trash(items: readonly RequestItem[]): Promise<void> {
  const text = screenText(items.length === 1 ? "confirm-delete" : "confirm-delete-all");
  if ((await confirmed({ title: "Delete", text, action: "Delete" })) === null) return;
  const answer = await call("bulkDelete", { body: { ids: idsOf(items) } });
  myData.selected = [];
  await done(
    changedOf(answer),
    (changed) => `${many(changed, "request")} moved to trash`,
    () => void restore(items),
  );
}

export async function restore(items: readonly RequestItem[]): Promise<void> {
  myData.selected = [];
  await done(await each("restoreRequest", items), `${many(items.length, "request")} restored`);
}

export async function deleteForGood(items: readonly RequestItem[]): Promise<void> {
  const text = `${screenText(items.length === 1 ? "confirm-delete" : "confirm-delete-all")} The results go with it, for good.`;
  if ((await confirmed({ title: "Delete for good", text, action: "Delete for good" })) === null) return;
  myData.selected = [];
  await done(await each("deleteRequest", items), `${many(items.length, "request")} deleted for good`);
}

export async function moveToFolder(
  items: readonly Item[],
  folder: { readonly id: string; readonly name: string },
): Promise<void> {
  const answer = await each("attachFolder", items, { folder_id: folder.id });
  myData.selected = [];
  await done(answer, `${many(items.length, "request")} moved to ${folder.name}`);
}

export async function takeOutOfFolder(items: readonly RequestItem[]): Promise<void> {
  myData.selected = [];
  await done(await each("detachFolder", items, {}), `${many(items.length, "request")} removed from the folder`);
}

export async function runAgain({ id, name }: RequestItem): Promise<void> {
  await done(await call("rerunRequest", { params: { id }, body: {} }), `${name} is running again`);
}
export async function duplicate({ id, name }: RequestItem): Promise<void> {
  await done(await call("duplicateRequest", { params: { id }, body: {} }), `${name} duplicated; the copy is running`);
}
export async function cancel({ id, name }: RequestItem): Promise<void> {
  await done(await call("cancel", { params: { id }, body: {} }), `${name} cancelled`);
}
export async function switchUpdates({ id, request }: RequestItem): Promise<void> {
  const data_updates = !request.data_updates;
  const answer = await call("dataUpdates", { params: { id }, body: { data_updates } });
  await done(answer, data_updates ? "Daily updates on" : "Daily updates off");
}
export async function asTemplate({ id, name }: RequestItem): Promise<void> {
  await done(await call("templateFromRequest", { body: { id } }), `Template ${name} created`);
}
export async function saveFile({ id }: RequestItem, format: ExportFormat): Promise<void> {
  const error = await download("export", { id }, { format });
  if (error !== null) fail(error);
}

export async function duplicateTemplate({ id, name }: TemplateItem): Promise<void> {
  await done(await call("duplicateTemplate", { body: { id, name: `${name} copy` } }), `Template ${name} copy created`);
}
export async function deleteTemplate(item: TemplateItem): Promise<void> {
  const text = screenText("confirm-delete");
  if ((await confirmed({ title: "Delete the template", text, action: "Delete" })) === null) return;
  const answer = await call("softDeleteTemplate", { params: { id: item.id } });
  await done(answer, `Template ${item.name} deleted`, () => void restoreTemplate(item));
}

export async function restoreTemplate({ id, name }: TemplateItem): Promise<void> {
  await done(await call("restoreTemplate", { params: { id } }), `Template ${name} restored`);
}

export async function deleteTemplateForGood({ id, name }: TemplateItem): Promise<void> {
  const text = screenText("confirm-delete");
  if ((await confirmed({ title: "Delete the template for good", text, action: "Delete for good" })) === null) return;
  await done(await call("deleteTemplate", { params: { id } }), `Template ${name} deleted for good`);
}

export async function deleteFolder({ id, name, folder }: FolderItem): Promise<void> {
  const text = `${screenText("confirm-delete")} ${folder.requests === 0 ? "The folder is empty." : `${many(folder.requests, "request")} stay, in no folder.`}`;
  if ((await confirmed({ title: `Delete the folder ${name}`, text, action: "Delete" })) === null) return;
  const answer = await call("softDeleteFolder", { params: { id } });
  await done(answer, `Folder ${name} deleted`, () => {
    void call("restoreFolder", { params: { id } }).then((again) => done(again, `Folder ${name} restored`));
  });
}

/** Makes a folder; null where the server refuses, with the message shown already. */
export async function makeFolder(name: string): Promise<{ readonly id: string; readonly name: string } | null> {
  const answer = await call("createFolder", { body: { name } });
  await done(answer, `Folder ${name} created`);
  return answer.ok ? answer.value : null;
}

/** True where it has the name now. */
export async function rename(item: Item, name: string): Promise<boolean> {
  const params = { id: item.id };
  const answer: CallResult<unknown> =
    item.kind === "request"
      ? await call("renameRequest", { params, body: { name } })
      : item.kind === "folder"
        ? await call("renameFolder", { params, body: { name } })
        : await call("changeTemplate", {
            params,
            body: { name, description: item.template.description, request: item.template.request },
          });
  await done(answer, `Renamed to ${name}`);
  return answer.ok;
}

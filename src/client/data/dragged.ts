import type { DragEvent } from "react";
import { chosenItems, itemOf, myData } from "./my-data.ts";
import { withVerbs } from "./with-verbs.ts";

const TYPE = "application/x-scanbook-requests";

/** Requests on their way into a folder: all ticked ones where a ticked one is drawn. */
export const dragged = {
  start(event: DragEvent, id: string): void {
    const ids = myData.selected.includes(id) ? chosenItems().map((item) => item.id) : [id];
    event.dataTransfer.setData(TYPE, JSON.stringify(ids));
    event.dataTransfer.effectAllowed = "move";
  },
  /** Whether it may be dropped here. */
  over(event: DragEvent): boolean {
    if (!event.dataTransfer.types.includes(TYPE)) return false;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    return true;
  },
  drop(event: DragEvent, folder: { readonly id: string; readonly name: string }): void {
    event.preventDefault();
    const ids: unknown = JSON.parse(event.dataTransfer.getData(TYPE) || "[]");
    const items = Array.isArray(ids) ? ids.flatMap((id) => (typeof id === "string" ? [itemOf(id)] : [])) : [];
    const there = items.filter((item) => item !== null);
    if (there.length > 0) void withVerbs((verbs) => verbs.moveToFolder(there, folder));
  },
};

import {
  columnReferences,
  editRow,
  enterFormula,
  newEntry,
  placeOfColumn,
  renameColumnRow,
  selectTab,
} from "../../request/index.ts";
import { asPart } from "../../formula/index.ts";
import type { CardTitle } from "../../vocabulary/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import type { ColumnActions } from "../editor/column-actions.ts";
import { builder, change } from "../state/slices/builder.ts";
import { goToCard } from "./go-to.ts";

function edit(title: CardTitle, index: number): void {
  change("", (now) => editRow(now, "columns", title, index));
  goToCard("columns", title);
}

/** What formulas ask about the columns of the request being written. */
export const columnActionsOfBuilder: ColumnActions = {
  goTo: (name) => {
    const place = placeOfColumn(builder.state, name);
    if (place === null) return false;
    edit(place.title, place.index);
    return true;
  },
  rename: (from, to) => {
    if (placeOfColumn(builder.state, from) === null) return `{${from}} is no column of this request.`;
    const renamed = renameColumnRow(builder.state, from, to);
    if (renamed === null) return screenText("name-not-unique");
    change("rename", () => renamed.state, { rename: renamed.rename });
    return null;
  },
  followRename: (from, to) => {
    const renamed = renameColumnRow(builder.state, from, to);
    if (renamed !== null) change("rename", () => renamed.state, { rename: renamed.rename });
  },
  references: (name) =>
    columnReferences(builder.state, name).map(({ name: label, index }) => ({
      label,
      goTo: () => edit("Custom", index),
    })),
};

/** Puts code into the form of the Custom filter card; what is being written there waits. */
export function writeFilter(code: string): void {
  change("", (now) => {
    const form = selectTab(newEntry(now, "filters", "Custom"), "filters", "Custom", "Build your own - code");
    return enterFormula(form, "filters", asPart(code, "code"));
  });
  goToCard("filters", "Custom");
}

import {
  columnReferences,
  editRow,
  enterFormula,
  placeOfColumn,
  renameColumnRow,
  selectTab,
} from "../../request/index.ts";
import type { CardTitle } from "../../vocabulary/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import type { ColumnActions } from "../editor/column-actions.ts";
import { builder, change } from "../state/builder.ts";
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
    const next = renameColumnRow(builder.state, from, to);
    if (next === null) return screenText("name-not-unique");
    change("rename", () => next);
    return null;
  },
  references: (name) =>
    columnReferences(builder.state, name).map(({ name: label, index }) => ({
      label,
      goTo: () => edit("Custom", index),
    })),
};

/** Puts code into the form of the Custom filter card. */
export function writeFilter(code: string): void {
  change("", (now) => enterFormula(selectTab(now, "filters", "Custom", "Build your own - code"), "filters", code));
  goToCard("filters", "Custom");
}

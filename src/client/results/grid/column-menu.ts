import type { Choice, Choices, Command } from "../../commands/registry.ts";
import { sortedBy } from "../rows-order.ts";
import type { ColumnActions, ColumnInMenu, ColumnsOnScreen } from "./column-actions.ts";
import { WIDTH } from "./layout.ts";

interface MenuItem {
  readonly title: string;
  readonly disabled: boolean;
  readonly run: () => void;
}

/** What can be done with a column, in groups: its menu and the palette show the same. */
export function columnMenu(at: ColumnInMenu, does: ColumnActions): readonly (readonly MenuItem[])[] {
  const { column, place, width, pinned, sort, filtered } = at;
  const { name } = column;
  const sorted = sort.find((one) => one.name === name);
  const besides = sort.some((one) => one.name !== name);
  const item = (title: string, run: () => void, possible = true): MenuItem => ({ title, disabled: !possible, run });
  const by = (descending: boolean, added: boolean) => () => does.onSort(sortedBy(sort, { name, descending }, added));
  const directions = column.type === "number" ? [true, false] : [false, true];
  const wordOf = (descending: boolean): string => (descending ? "descending" : "ascending");
  return [
    [
      ...directions.map((descending) => item(`Sort ${wordOf(descending)}`, by(descending, false))),
      ...(besides ? directions.map((descending) => item(`Then sort ${wordOf(descending)}`, by(descending, true))) : []),
      ...(besides && sorted !== undefined
        ? [item("Do not sort by it", () => does.onSort(sort.filter((one) => one.name !== name)))]
        : []),
      item("Original order", () => does.onSort([]), sort.length > 0),
    ],
    [
      item("Filter…", () => does.onFilter(name)),
      item("Group by it…", () => does.onGroup(name)),
      ...(filtered ? [item("Remove its conditions", () => does.onUnfilter(name))] : []),
    ],
    [
      item(pinned ? "Unpin" : "Pin to the left", () => does.onPin(name)),
      item("Move left", () => does.onMove(name, -1), at.canMove(-1)),
      item("Move right", () => does.onMove(name, 1), at.canMove(1)),
      item("Hide", () => does.onHide(name), !at.isOnly),
    ],
    [
      item("Wider", () => does.onWidth(name, width + 4 * WIDTH.step)),
      item("Narrower", () => does.onWidth(name, width - 4 * WIDTH.step)),
      item("Usual width", () => does.onWidth(name, null)),
    ],
    [item("Statistics", () => does.onStatistics(place))],
  ];
}

/** A column, then what to do with it. */
function columnChoices(columns: readonly ColumnInMenu[], does: ColumnActions): readonly Choice[] {
  return columns.map((at) => ({
    id: at.column.name,
    title: at.column.name,
    choices: {
      title: at.column.name,
      placeholder: "What to do with it",
      list: () =>
        columnMenu(at, does)
          .flat()
          .map(({ title, disabled, run }) => ({
            id: title,
            title,
            disabled: disabled ? "Not possible at the moment" : null,
            run,
          })),
    },
  }));
}

/** The palette shows the choices by itself: these have no keys. */
const chosenInPalette = (): void => {};

/** The columns' menus as commands; `now` gives the columns on screen, null where there are none. */
export function columnCommands(now: () => ColumnsOnScreen | null): readonly Command[] {
  const each = (run: (name: string, at: ColumnInMenu, does: ColumnActions) => void) => (): readonly Choice[] => {
    const shown = now();
    return (shown?.columns ?? []).map((at) => ({
      id: at.column.name,
      title: at.column.name,
      run: () => shown !== null && run(at.column.name, at, shown.does),
    }));
  };
  const command = (id: string, title: string, words: readonly string[], list: Choices["list"]): Command => ({
    id: `rows.${id}`,
    title: `${title}…`,
    group: "Rows",
    words,
    when: () => now() !== null,
    choices: { title, placeholder: "Column", list },
    run: chosenInPalette,
  });
  return [
    command(
      "sort",
      "Sort rows by",
      ["order", "rank"],
      each((name, { column, sort }, { onSort }) =>
        onSort(sortedBy(sort, { name, descending: column.type === "number" }, false)),
      ),
    ),
    command(
      "then-sort",
      "Then sort rows by",
      ["order", "second", "several"],
      each((name, { column, sort }, { onSort }) =>
        onSort(sortedBy(sort, { name, descending: column.type === "number" }, true)),
      ),
    ),
    command(
      "filter",
      "Filter rows by",
      ["condition", "where", "only"],
      each((name, _, { onFilter }) => onFilter(name)),
    ),
    command(
      "group",
      "Group rows by",
      ["groups", "medians", "pivot", "count"],
      each((name, _, { onGroup }) => onGroup(name)),
    ),
    command("column", "Column of the results", ["pin", "hide", "move", "width", "menu"], () => {
      const shown = now();
      return shown === null ? [] : columnChoices(shown.columns, shown.does);
    }),
  ];
}

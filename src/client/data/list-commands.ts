import type { Command } from "../commands/registry.ts";
import { ITEM_ACTIONS, refusal } from "./item-actions.ts";
import { chosenItems, moveCurrent, myData, toggleSelected } from "./my-data.ts";
import { openDialog } from "./dialogs.ts";

const GROUP = "My Data";

/** The keys of the list: `j k` move, `x` ticks, the others act on the ticked rows or the current one. */
export const listCommands = (): readonly Command[] => [
  { id: "list.next", title: "Next row", group: GROUP, keys: ["j"], run: () => moveCurrent(1) },
  { id: "list.previous", title: "Previous row", group: GROUP, keys: ["k"], run: () => moveCurrent(-1) },
  {
    id: "list.select",
    title: "Select the row",
    group: GROUP,
    keys: ["x"],
    disabled: () => (myData.current === null ? "Choose a row first with j and k" : null),
    run: () => myData.current !== null && toggleSelected(myData.current),
  },
  {
    id: "list.search",
    title: "Search the list",
    group: GROUP,
    keys: ["s"],
    run: () => document.querySelector<HTMLInputElement>("#list-search")?.focus(),
  },
  { id: "list.new-folder", title: "New folder…", group: GROUP, run: () => openDialog({ kind: "new-folder" }) },
  ...ITEM_ACTIONS.map((action): Command => ({
    id: `list.${action.id}`,
    // As the row is at the moment of asking.
    get title() {
      return action.title(chosenItems());
    },
    group: GROUP,
    ...(action.key === undefined ? {} : { keys: [action.key] }),
    when: () => action.offered(chosenItems(), myData.params.view),
    fits: () => chosenItems().length > 0,
    disabled: () => refusal(action, chosenItems()),
    run: () => action.run(chosenItems()),
  })),
];

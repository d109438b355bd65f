import { afterEach, expect, test, vi } from "vitest";
import { builderCommands } from "../../src/client/builder/commands.ts";
import { SCREENS } from "../../src/client/screens.ts";
import { placeCommands } from "../../src/client/commands/places.ts";
import { addCommands, commands } from "../../src/client/commands/registry.ts";
import { lastUserCommand } from "../../src/client/admin/last-user-command.ts";
import { listCommands } from "../../src/client/data/list-commands.ts";
import { shareEditorCommands } from "../../src/client/editor/caret-target.ts";
import { editorKeys } from "../../src/client/editor/keys.ts";
import { textKeys } from "../../src/client/editor/text-keys.ts";
import { shareTextCommands } from "../../src/client/editor/text-target.ts";
import { commandsWithKeys } from "../../src/client/palette/keys-shown.ts";
import { user } from "../../src/client/state/session/session.ts";

// Undo and redo are not offered in a text field; here there is none.
vi.stubGlobal("document", { activeElement: null, querySelector: () => null });
vi.stubGlobal("HTMLElement", EventTarget);

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
  Object.assign(user, { isAuth: false, roles: [], useAs: null });
});

const PUBLIC = ["Go to: Market activity, g m"];
const USER = [
  "Go to: Dashboard, g d",
  "Go to: My Data, g r",
  "Go to: Create Data Request, g n",
  "Go to: Templates by time of day, g t",
  "Go to: My lists, g l",
  "Go to: Products, g p",
  ...PUBLIC,
];
const LIST = [
  "My Data: Next row, j",
  "My Data: Previous row, k",
  "My Data: Select the row, x",
  "My Data: Search the list, s",
  "My Data: Results, Enter",
  "My Data: Edit, e",
  "My Data: Add to favourites, f",
  "My Data: Download the workbook, w",
  "My Data: Run again, r",
  "My Data: History and differences, h",
  "My Data: Move to folder…, m",
  "My Data: Duplicate, d",
  "My Data: Delete, #",
];
const REQUEST = [
  "Request: Run, Mod-Enter",
  "Request: Download the workbook, Mod-Shift-Enter",
  "Request: Show as cards, Mod-Shift-e",
  "Request: Undo, Mod-z",
  "Request: Redo, Mod-Shift-z, Mod-y",
];
const SHARED = [
  "Formula: Apply a fix, Mod-.",
  "Formula: Paste from another platform…, Mod-Alt-v",
  "Formula: Evaluate the selection, Alt-Enter",
  "Formula: Rename the column or parameter everywhere, F2",
  "Formula: Find references to the column, Shift-F12",
  "Formula: Unfold everything, Mod-Alt-]",
  "Formula: Select the next occurrence too, Mod-d",
  "Formula: Select all occurrences, Mod-Shift-l",
];
const FORMULA = [
  "Formula: Format the formula, Shift-Alt-f",
  "Formula: Comment or uncomment, Mod-/",
  "Formula: Show the column's definition, F12",
  "Formula: Fold the parentheses, Mod-Alt-[",
  ...SHARED,
];
const TEXT = [
  "Formula: Format the text, Shift-Alt-f",
  "Formula: Switch the statement off or on, Mod-/",
  "Formula: Go to the column, F12",
  "Formula: Move the statement up, Alt-ArrowUp",
  "Formula: Move the statement down, Alt-ArrowDown",
  "Formula: Duplicate the statement above, Shift-Alt-ArrowUp",
  "Formula: Duplicate the statement, Shift-Alt-ArrowDown",
  "Formula: Remove the statement, Mod-Shift-k",
  "Formula: Fold the statement, Mod-Alt-[",
  "Formula: Find and replace, Mod-f",
  "Formula: Next problem, F8",
  "Formula: Previous problem, Shift-F8",
  "Formula: List of problems, Mod-Shift-m",
  "Formula: Show the statement in words and code, Mod-Alt-w",
  ...SHARED,
];

const VISITOR = { isAuth: false, roles: [], useAs: null };
const SOMEBODY = { isAuth: true, roles: [], useAs: null };
const ADMIN = { isAuth: true, roles: ["super_admin"], useAs: null };
const AS_SOMEBODY = { ...ADMIN, useAs: { email: "a@example.com", name: "A" } };

const anywhere = () => [addCommands(placeCommands(SCREENS)), addCommands([lastUserCommand])];
const list = () => [...anywhere(), addCommands(listCommands())];
const text = () => [...anywhere(), addCommands(builderCommands()), shareTextCommands()];
const builder = () => [...anywhere(), addCommands(builderCommands()), shareEditorCommands()];

// Each key of a table of commands stands here once; one that is added or goes is added or goes here.
test.each([
  ["a visitor", VISITOR, anywhere, PUBLIC],
  ["a user", SOMEBODY, anywhere, USER],
  ["an administrator", ADMIN, anywhere, [...USER, "Go to: All Users, g a", "Admin: User looked at before, u"]],
  ["an administrator as somebody", AS_SOMEBODY, anywhere, USER],
  ["a user in My Data", SOMEBODY, list, [...USER, ...LIST]],
  ["a user in the builder", SOMEBODY, builder, [...USER, ...REQUEST, ...FORMULA]],
  ["a user in the text of a request", SOMEBODY, text, [...USER, ...REQUEST, ...TEXT]],
])("the sheet shows %s exactly the keys there are", (_, who, there, expected) => {
  Object.assign(user, who);
  removals.push(...there());
  const shown = commandsWithKeys(commands());
  expect(shown.map(({ group, title, keys = [] }) => [`${group}: ${title}`, ...keys].join(", "))).toEqual(expected);
  const keys = shown.flatMap((command) => command.keys ?? []);
  expect(keys, "a key of two commands").toEqual([...new Set(keys)]);
});

test.each([
  ["a formula", shareEditorCommands, editorKeys],
  ["a request's text", shareTextCommands, textKeys],
])("every key that %s hears is a command", (_, share, keysHeard) => {
  removals.push(share());
  const heard = keysHeard.flatMap(({ key = "" }) => (key === "Escape" ? [] : [key]));
  expect(commandsWithKeys(commands()).flatMap(({ keys = [] }) => keys)).toEqual(heard);
});

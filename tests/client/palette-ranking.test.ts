import { beforeAll, describe, expect, test, vi } from "vitest";
import { lastUsers, lookedAt, userBefore } from "../../src/client/admin/last-users.ts";
import type { Command } from "../../src/client/commands/registry.ts";
import { actionIndex, rankedAction, rankActions } from "../../src/client/palette/ranked-actions.ts";
import type { RankedAction } from "../../src/client/palette/ranked-actions.ts";
import { RankedIndex } from "../../src/client/palette/rank.ts";
import { losesSomething, SYNONYMS } from "../../src/client/palette/synonyms.ts";
import { isNear } from "../../src/client/palette/typos.ts";
import { readUses, recentOf, used, useOf } from "../../src/client/palette/uses.ts";
import type { Uses } from "../../src/client/palette/uses.ts";

let all: readonly Command[] = [];
let actions: readonly RankedAction[] = [];

beforeAll(async () => {
  // As far as the commands ask for a browser when they are made.
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("location", { pathname: "/data-request", search: "", hash: "" });
  const [places, builder, list, server, lastUser, more, editor] = await Promise.all([
    import("../../src/client/commands/places.ts"),
    import("../../src/client/builder/commands.ts"),
    import("../../src/client/data/list-commands.ts"),
    import("../../src/client/palette/server-commands.ts"),
    import("../../src/client/admin/last-user-command.ts"),
    import("../../src/client/palette/more-commands.ts"),
    import("../../src/client/editor/keys.ts"),
  ]);
  all = [
    ...places.placeCommands([]),
    ...builder.builderCommands(),
    ...list.listCommands(),
    ...server.serverCommands(),
    lastUser.lastUserCommand,
    ...more.moreCommands(),
    ...editor.EDITOR_ACTIONS.map(({ id, title, words = [] }): Command => ({
      id: `formula.${id}`,
      title,
      group: "Formula",
      words,
      run: () => undefined,
    })),
  ];
  actions = all.map(rankedAction);
});

const NONE: Uses = new Map();
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

const found = (query: string, uses = NONE): readonly string[] =>
  rankActions(actionIndex(actions), query, 8, uses, NOW).map(({ item }) => item.title);

describe("what comes first", () => {
  test.each([
    // As it is called, and its beginning.
    ["run", "Run"],
    ["ru", "Run"],
    ["undo", "Undo"],
    ["redo", "Redo"],
    ["dash", "Dashboard"],
    ["my data", "My Data"],
    ["products", "Products"],
    ["market activity", "Market activity"],
    ["save as a file", "Save as a file"],
    ["copy a link", "Copy a link to this request"],
    ["add filter", "Add filter"],
    ["add column", "Add column"],
    // A slip of the hand.
    ["rnu", "Run"],
    ["udno", "Undo"],
    ["dashbaord", "Dashboard"],
    ["setings", "Account settings"],
    ["templete", "Open template…"],
    ["formt", "Format the formula"],
    ["add fliter", "Add filter"],
    ["webhoks", "Webhooks"],
    // First letters, and words in any order.
    ["mtf", "Move to folder…"],
    ["clr", "Copy a link to this request"],
    ["cdr", "Create Data Request"],
    ["saat", "Save as a template"],
    ["folder move", "Move to folder…"],
    ["link copy", "Copy a link to this request"],
    ["template open", "Open template…"],
    ["column rename", "Rename the column or parameter everywhere"],
    // What people call it.
    ["log out", "Logout"],
    ["sign out", "Logout"],
    ["theme", "Dark"],
    ["dark", "Dark"],
    ["dark mode", "Dark"],
    ["light", "Light"],
    ["billing", "Products"],
    ["upgrade", "Products"],
    ["trash", "Trash"],
    ["password", "Sign-in"],
    ["api key", "API tokens"],
    ["new request", "New request"],
    ["new", "New request"],
    ["impersonate", "Use as…"],
    ["use as", "Use as…"],
    ["stop", "Stop use-as"],
    ["share", "Copy a link to this request"],
    ["shortcut keys", undefined],
    ["metrics", "Metrics"],
    ["users", "All Users"],
    ["json", "Save as a file"],
    ["fold", "Folders"],
    ["quick fix", "Apply a fix"],
    ["previous user", "User looked at before"],
    ["zzz", undefined],
  ])("%s: %s", (query, first) => {
    expect(found(query)[0]).toBe(first);
  });

  test("what takes something away is never first where something else answers, and found by its own name", () => {
    const queries = ["d", "de", "new request", "new", "account", "re", "c", "ca", "trash", "s", "request", "mtt"];
    const first = queries.map((query) => found(query)[0] ?? "");
    expect(first.filter((title) => title === "" || losesSomething(title))).toEqual([]);
    expect(found("delete account")[0]).toBe("Delete account");
  });

  test("download, csv and export offer the files of a request", () => {
    for (const query of ["download", "csv", "export"]) expect(found(query).length).toBeGreaterThan(0);
    expect(found("csv")[0]).toMatch(/csv|My Data/i);
  });

  test("no synonym is of a command that is not there", () => {
    const ids = new Set(all.map(({ id }) => id));
    // Those of the palette's host, which needs React.
    const hosted = ["help.shortcuts"];
    expect(Object.keys(SYNONYMS).filter((id) => !ids.has(id) && !hosted.includes(id))).toEqual([]);
  });
});

describe("use", () => {
  const times = (value: string, count: number, at: number, uses: Uses = NONE): Uses =>
    Array.from({ length: count }).reduce<Uses>((sum) => used(sum, value, at), uses);

  test("what was used often and lately comes first among its equals, and never before a better answer", () => {
    expect(found("save as a")[0]).toBe("Save as a file");
    expect(found("save as a", times("command request.save-template", 3, NOW))[0]).toBe("Save as a template");
    expect(found("run", times("command list.run", 50, NOW))[0]).toBe("Run");
    expect(found("undo", times("command formula.undo", 50, NOW))[0]).toBe("Undo");
  });

  test("it fades: half after a fortnight", () => {
    const uses = times("a", 4, NOW - 28 * DAY, times("b", 2, NOW));
    expect(useOf(uses, "b", NOW)).toBeGreaterThan(useOf(uses, "a", NOW));
    expect(useOf(uses, "a", NOW)).toBeCloseTo(0.5);
    expect(useOf(uses, "never", NOW)).toBe(0);
  });

  test("the newest first, so many are kept, and what cannot be read counts as none", () => {
    const many = Array.from({ length: 300 }, (_, n) => `v${n}`).reduce<Uses>(
      (sum, value) => used(sum, value, NOW),
      NONE,
    );
    expect(many.size).toBe(200);
    expect(recentOf(many).slice(0, 2)).toEqual(["v299", "v298"]);
    expect([...(readUses([["a", 1, 2], ["b"], 3, ["c", "x", 1]]) ?? [])]).toEqual([["a", { weight: 1, at: 2 }]]);
    expect(readUses("no list")).toBeNull();
  });
});

describe("users", () => {
  const people = [
    { email: "bob.smith@example.com", name: "Robert Smith" },
    { email: "smithers@example.com", name: "Wayland" },
    { email: "anna@example.com", name: "Anna Bobrow" },
  ];
  const index = new RankedIndex(people, ({ email }) => email, { said: ({ name }) => [name] });

  test.each([
    ["smith bob", "bob.smith@example.com"],
    ["bob smith", "bob.smith@example.com"],
    ["robert", "bob.smith@example.com"],
    ["smtih", "bob.smith@example.com"],
    ["bobrow anna", "anna@example.com"],
    ["waylnad", "smithers@example.com"],
  ])("%s", (query, email) => {
    expect(index.search(query, 3)[0]?.email).toBe(email);
  });
});

test("the users looked at last: the jump goes round through them and changes no order", () => {
  const look = (id: string): void => lookedAt({ id, email: `${id}@example.com`, name: id });
  const jump = (from: string | null): string | null => {
    const to = userBefore(from)?.id ?? null;
    if (to !== null) look(to);
    return to;
  };
  expect(jump(null)).toBeNull();
  look("a");
  expect(jump("a")).toBeNull();
  expect(jump(null)).toBe("a");
  look("b");
  look("c");
  expect([jump("c"), jump("b"), jump("a"), jump("c")]).toEqual(["b", "a", "c", "b"]);
  expect(lastUsers().map(({ id }) => id)).toEqual(["c", "b", "a"]);
  // Chosen otherwise it is the newest.
  look("a");
  expect(lastUsers().map(({ id }) => id)).toEqual(["a", "c", "b"]);
});

test("a slip is a letter more, less, other, or two that changed places", () => {
  expect(
    [
      ["rnu", "run"],
      ["dashbord", "dashboard"],
      ["templaet", "template"],
      ["ordre", "orders"],
    ].map(([a = "", b = ""]) => isNear(a, b)),
  ).toEqual([true, true, true, true]);
  expect(
    [
      ["ru", "go"],
      ["cat", "dog"],
      ["format", "filter"],
      ["run", "red"],
    ].map(([a = "", b = ""]) => isNear(a, b)),
  ).toEqual([false, false, false, false]);
});

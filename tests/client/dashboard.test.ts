import { afterEach, expect, test, vi } from "vitest";
import { outcomeOf } from "../../src/client/dashboard/outcome.ts";
import { draftAddress } from "../../src/client/dashboard/draft-address.ts";
import { draftsOf } from "../../src/client/state/slices/draft.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ status: "Finished", rows: 4, difference: { added: 3, gone: 1, added_rows: [] } }, "3 new, 1 gone"],
  [{ status: "Finished", rows: 4, difference: { added: 1200, gone: 0, added_rows: [] } }, "1,200 new"],
  [{ status: "Finished", rows: 4, difference: { added: 0, gone: 2, added_rows: [] } }, "2 gone"],
  [{ status: "Finished", rows: 4, difference: { added: 0, gone: 0, added_rows: [] } }, "No change"],
  [{ status: "Finished", rows: 0, difference: null }, "No rows"],
  [{ status: "Finished", rows: 7, difference: null }, "7 rows"],
  [{ status: "Failed", rows: null, difference: null }, "Failed"],
] as const)("an update in words, %#: %j", (update, words) => {
  expect(outcomeOf(update)).toBe(words);
});

test("what was begun is listed under its user alone, and each leads back to where it was written", () => {
  const draft = (name: string): string => JSON.stringify({ request: { name }, forms: {}, open: {} });
  const kept: Record<string, string> = {
    "scanbook.draft.1.ada@example.com.request.new": draft("Gaps"),
    "scanbook.draft.1.ada@example.com.request.0000000000000000000000000a": draft("Edited"),
    "scanbook.draft.1.ada@example.com.request.from-gap-and-go": draft(" Gap and go "),
    "scanbook.draft.1.ada@example.com.template.new": draft(""),
    "scanbook.draft.1.ada@example.com.template.broken": "{",
    "scanbook.draft.1.ada@example.com.other.new": draft("Other"),
    "scanbook.draft.1.bob@example.com.request.new": draft("Bob's"),
  };
  vi.stubGlobal(
    "localStorage",
    Object.defineProperty({ ...kept }, "getItem", { value: (key: string) => kept[key] ?? null }),
  );
  const found = draftsOf("ada@example.com").map(({ source, name }) => [name, draftAddress(source)]);
  expect(found).toEqual([
    ["Gaps", "/data-request"],
    ["Edited", "/data-request?id=0000000000000000000000000a"],
    ["Gap and go", "/data-request?template=gap-and-go"],
    ["", "/template"],
  ]);
});

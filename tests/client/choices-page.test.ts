import { expect, test, vi } from "vitest";
import type { Choice } from "../../src/client/commands/registry.ts";
import { choicesPage } from "../../src/client/palette/choices-page.ts";

test("what a search found stays, although the first rows come after it", async () => {
  vi.useFakeTimers();
  const first = Promise.withResolvers<readonly Choice[]>();
  const page = choicesPage(
    {
      title: "Move to folder",
      placeholder: "Which request",
      list: () => first.promise,
      search: async (query) => [{ id: "7777", title: query }],
    },
    () => undefined,
  );
  const titles = (typed: string): readonly string[] =>
    page.groups(typed).flatMap(({ entries }) => entries.map(({ title }) => title));
  expect(titles("Request 7777")).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(titles("Request 7777")).toEqual(["Request 7777"]);
  first.resolve([{ id: "1", title: "Request 1" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(titles("Request 7777")).toEqual(["Request 7777"]);
  expect(titles("Request")).toEqual(["Request 1", "Request 7777"]);
});

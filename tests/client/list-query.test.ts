import { expect, test } from "vitest";
import { askedAddress, FIRST, listQuery, readAsked } from "../../src/client/data/list-query.ts";

test.each(["/", "/?view=trash&q=gap&sort=-name&page=12", "/?folder=01abcdefgh&status=Failed", "/?folder=none"])(
  "%s reads and writes the same",
  (address) => {
    expect(askedAddress(readAsked(address.slice(1)))).toBe(address);
  },
);

test.each(["view=admin", "sort=size", "page=-1", "page=1.5", "status=Done", "folder=..%2F..", "__proto__=1"])(
  "%s counts as left out",
  (search) => {
    expect(readAsked(search)).toEqual(FIRST);
  },
);

test("templates and folders know no status", () => {
  expect(listQuery({ ...FIRST, view: "templates", status: "Failed" })).toEqual({
    page: 1,
    page_size: 10,
    sort: "date",
  });
  expect(listQuery({ ...FIRST, view: "updates" })).toMatchObject({ data_updates: "true" });
});

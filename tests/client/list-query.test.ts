import { expect, test } from "vitest";
import { listAddress, DEFAULT_PARAMS, listQuery, readListParams } from "../../src/client/data/list-query.ts";

test.each(["/", "/?view=trash&q=gap&sort=-name&page=12", "/?folder=01abcdefgh&status=Failed", "/?folder=none"])(
  "%s reads and writes the same",
  (address) => {
    expect(listAddress(readListParams(address.slice(1)))).toBe(address);
  },
);

test.each(["view=admin", "sort=size", "page=-1", "page=1.5", "status=Done", "folder=..%2F..", "__proto__=1"])(
  "%s counts as left out",
  (search) => {
    expect(readListParams(search)).toEqual(DEFAULT_PARAMS);
  },
);

test("templates and folders know no status", () => {
  expect(listQuery({ ...DEFAULT_PARAMS, view: "templates", status: "Failed" })).toEqual({
    page: 1,
    page_size: 10,
    sort: "date",
  });
  expect(listQuery({ ...DEFAULT_PARAMS, view: "updates" })).toMatchObject({ data_updates: "true" });
});

import { expect, test } from "vitest";
import { SCREENS } from "../../src/client/screens.ts";
import { loginAddress, returnAddress } from "../../src/client/ui/login-address.ts";

test.each([
  ["/", "", "/login"],
  ["/", "a=1", "/login?a=1"],
  ["/admin", "", "/login?referer=%2Fadmin"],
  ["/data-request", "id=x&y=2", "/login?id=x&y=2&referer=%2Fdata-request"],
  ["/admin", "referer=%2Fmarkets", "/login?referer=%2Fmarkets"],
])("from %s with %j to %s", (path, search, address) => {
  expect(loginAddress(path, search)).toBe(address);
});

test.each([
  ["referer=%2Fdashboard", "/dashboard"],
  ["referer=%2Fnowhere", null],
  ["id=x&referer=%2Fdata-request", "/data-request?id=x"],
  ["id=x", null],
  ["referer=https%3A%2F%2Fevil.example", null],
  ["referer=%2F%2Fevil.example", null],
  ["referer=%2F%5Cevil.example", null],
  ["referer=%2Flogin", null],
])("back by %j to %j", (search, address) => {
  expect(returnAddress(SCREENS, search)).toBe(address);
});

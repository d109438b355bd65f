import { expect, test } from "vitest";
import { detailsText } from "../../src/client/admin/details-text.ts";
import { eventText, pageVisit } from "../../src/contract/index.ts";
import { securityActionText } from "../../src/vocabulary/index.ts";

test("events and entries of the security log read as words; one of a program or of a later version keeps its name", () => {
  expect([
    eventText(pageVisit("my-data")),
    eventText("run.finished"),
    eventText("sign-out"),
    eventText("my-script.done"),
  ]).toEqual(["Opened My Data", "Run finished", "Signed out", "my-script.done"]);
  expect([securityActionText("sign-in-failed"), securityActionText("some-later")]).toEqual([
    "Sign-in failed",
    "some-later",
  ]);
});

test.each([
  [null, ""],
  ["https://scan.example/dashboard?q=1", "/dashboard?q=1"],
  [{}, ""],
  [{ date: "2026-11-26", asItIs: true, rows: null }, "date: 2026-11-26, as it is: true"],
  [{ recovery_codes: "renewed", scopes: ["read", "run"] }, "recovery codes: renewed, scopes: read, run"],
])("the details %j are written %j", (details, text) => expect(detailsText(details)).toBe(text));

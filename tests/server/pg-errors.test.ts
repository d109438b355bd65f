import { expect, test } from "vitest";
import { isConnectionLoss } from "../../src/server/db/pg-errors.ts";

test.each([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Postgres connection has been discarded",
])("%s: the database is away, not the statement wrong", (message) => {
  expect(isConnectionLoss(new Error(message))).toBe(true);
});

test.each(["57P01", "57P02", "57P03", "08006", "ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"])("code %s", (code) => {
  expect(isConnectionLoss(Object.assign(new Error("gone"), { code }))).toBe(true);
});

test.each(["23505", "42P01", "57014"])("code %s says something of the statement", (code) => {
  expect(isConnectionLoss(Object.assign(new Error("wrong"), { code }))).toBe(false);
});

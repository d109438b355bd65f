import { expect, test } from "vitest";
import { MarketError } from "../../src/market/index.ts";
import { loggedError } from "../../src/server/log.ts";

const SECRET = "hunter2";

test.each<[string, Error]>([
  ["a row in the way", Object.assign(new Error("duplicate key"), { code: "23505", detail: `Key (email)=(${SECRET})` })],
  ["a client", Object.assign(new Error("terminated"), { client: { secretKey: SECRET, password: SECRET } })],
  ["parameters", Object.assign(new Error("bad"), { parameters: [SECRET], where: SECRET, internalQuery: SECRET })],
  ["a connection's settings", Object.assign(new Error("refused"), { connectionParameters: { password: SECRET } })],
  ["several at once", new AggregateError([Object.assign(new Error("no"), { client: { password: SECRET } })], "all")],
])("what an error carries along is not logged: %s", (_, error) => {
  const logged = JSON.stringify(loggedError(error));
  expect(logged).not.toContain(SECRET);
  expect(logged).toContain(error.message);
  expect(logged).toContain("log.test.ts");
});

test("where it happened is", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 5432,
  });
  expect(loggedError(error)).toMatchObject({ code: "ECONNREFUSED", address: "127.0.0.1", port: 5432 });
});

test("the engine's errors lose the texts that were bound", () => {
  const error = new Error("scan", { cause: new MarketError("engine", `cannot read '${SECRET}' here: ${SECRET}`) });
  expect(JSON.stringify(loggedError(error))).not.toContain(SECRET);
});

import { afterEach, expect, test, vi } from "vitest";
import { callerOf, messageOf, routeAddress } from "../../src/api-client/index.ts";
import { ROUTES } from "../../src/contract/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const answers = (status: number, body: unknown): void =>
  void vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })),
  );

test("an address has what is given, encoded, and leaves out what is undefined", () => {
  expect(routeAddress({ path: "/a/:id/b" }, { id: "x/y" }, { q: "a b", n: 1, none: undefined })).toBe(
    "/a/x%2Fy/b?q=a+b&n=1",
  );
});

const refusal = { type: "/problems/x", title: "No", status: 401, detail: "Not so.", errors: [] };

test.each([
  ["the bearer of a call that needs one", "folders", "one", "one", 1],
  ["a wrong password", "signIn", "one", "one", 0],
  ["a call from before another sign-in", "folders", "one", "two", 0],
] as const)("a 401 to %s", async (_, name, before, after, times) => {
  answers(401, refusal);
  const ended = vi.fn();
  let token: string = before;
  const calling = callerOf({ token: () => token, ended })(ROUTES[name]);
  token = after;
  expect(await calling).toEqual({ ok: false, error: { kind: "problem", problem: refusal } });
  expect(ended).toHaveBeenCalledTimes(times);
});

test("an answer that is not the route's, a server that is away and a call given up are told apart", async () => {
  const call = callerOf({ token: () => null, ended: () => undefined });
  answers(200, { other: true });
  expect(await call(ROUTES.folders)).toMatchObject({ error: { problem: { type: "/problems/internal" } } });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
  const away = await call(ROUTES.folders);
  expect(away).toEqual({ ok: false, error: { kind: "offline" } });
  expect(messageOf({ kind: "offline" }, "Away.")).toBe("Away.");
  expect(await call(ROUTES.folders, { signal: AbortSignal.abort() })).toEqual({
    ok: false,
    error: { kind: "aborted" },
  });
});

test.each([
  [502, "<html>Bad Gateway</html>", "offline", false],
  [503, "<html>Service Unavailable</html>", "offline", false],
  [504, "<html>Gateway Timeout</html>", "offline", false],
  [503, { ...refusal, status: 503 }, "problem", true],
  [500, "out of order", "problem", true],
  [200, {}, "problem", true],
] as const)("a proxy's own %i is a server that is away, a problem is none", async (status, body, kind, there) => {
  answers(status, body);
  const answered = vi.fn();
  const call = callerOf({ token: () => null, ended: () => undefined, answered });
  expect(await call(ROUTES.folders)).toMatchObject({ error: { kind } });
  expect(answered.mock.calls).toEqual([[there, expect.any(Number)]]);
});

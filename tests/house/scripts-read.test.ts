import { EventEmitter } from "node:events";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { scriptsOf, sum, type ScriptResponse } from "../e2e/pages/scripts.ts";

const answer = (file: string, body: Promise<Buffer>): ScriptResponse => ({
  url: () => `http://localhost/assets/${file}`,
  body: () => body,
});

test("scripts are measured as they are sent, and nothing else is", async () => {
  const context = new EventEmitter();
  const read = scriptsOf(context);
  const code = Buffer.from("export {};".repeat(99));
  context.emit("response", answer("App.js", Promise.resolve(code)));
  context.emit("response", answer("App.css", Promise.resolve(code)));
  const sizes = await read();
  expect([...sizes.keys()]).toEqual(["App.js"]);
  expect(sum(sizes)).toBe(gzipSync(code).length);
  expect([...(await read()).keys()]).toEqual([]);
});

// An unhandled rejection would fail the whole run, in whatever test comes next.
test("a script whose page is closed before it is read fails nothing but the reading", async () => {
  const context = new EventEmitter();
  const read = scriptsOf(context);
  context.emit("response", answer("App.js", Promise.reject(new Error("closed"))));
  await new Promise((done) => setTimeout(done, 10));
  await expect(read()).rejects.toThrow("closed");
});

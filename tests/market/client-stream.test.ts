import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { guardExceptions } from "../../src/market/client-stream.ts";

const TAG = "abcdefgh";
const BLOCK = `\r\n__exception__\r\n${TAG}\r\nCode: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n`;
const ANSWER = "1\t2\r\n3\t4\r\n__excep";

/** The answer in two parts, cut at a place. */
const cut = (text: string, at: number): Readable =>
  Readable.from([Buffer.from(text.slice(0, at)), Buffer.from(text.slice(at))].filter(({ length }) => length > 0));

describe("an answer that a late failure ends", () => {
  test("is passed on up to the failure, which becomes an error, wherever the answer is cut on its way", async () => {
    for (const before of ["", ANSWER])
      for (let at = 0; at <= before.length + BLOCK.length; at += 1) {
        const given: Buffer[] = [];
        const guarded = guardExceptions(cut(before + BLOCK, at), TAG);
        guarded.on("data", (chunk: Buffer) => given.push(chunk));
        const failure = await new Promise((failed, ended) => {
          guarded.once("error", failed);
          guarded.once("end", () => ended(new Error(`cut at ${at}: no error`)));
        });
        expect(failure, `cut at ${at}`).toMatchObject({ message: expect.stringContaining("Memory limit exceeded") });
        expect(Buffer.concat(given).toString(), `cut at ${at}`).toBe(before);
      }
  });

  test("loses nothing where it only looks like one", async () => {
    const text = `${ANSWER}${BLOCK.slice(0, 20)}`;
    for (let at = 0; at <= text.length; at += 1)
      expect((await buffer(guardExceptions(cut(text, at), TAG))).toString(), `cut at ${at}`).toBe(text);
  });
});

import { expect, test } from "vitest";
import { remembered } from "../../src/formula/remembered.ts";

test("what was made of the last texts is not made again; the text not used for longest is forgotten first", () => {
  const made: string[] = [];
  const read = remembered(
    (text: string) => ({ text: made.push(text) }),
    6,
    (text) => text,
  );
  const [a, b] = [read("aa"), read("bb")];
  expect([read("aa"), read("bb"), read("aa")]).toEqual([a, b, a]);
  expect(read("aa")).toBe(a);
  read("ccc");
  expect(made).toEqual(["aa", "bb", "ccc"]);
  expect(read("aa")).toBe(a);
  read("bb");
  expect(made).toEqual(["aa", "bb", "ccc", "bb"]);
});

test("a text that is longer than all that may be remembered is read each time", () => {
  const made: string[] = [];
  const read = remembered(
    (text: string) => made.push(text),
    6,
    (text) => text,
  );
  expect([read("1234567"), read("1234567")]).toEqual([1, 2]);
});

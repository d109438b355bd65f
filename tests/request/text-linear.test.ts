import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../cases.ts";
import { Steps } from "../formula/steps.ts";

const steps = new Steps();
/** Loaded behind `start`, so that every block counts. */
const load = () => import("../../src/request/index.ts");
let loaded: Awaited<ReturnType<typeof load>> | null = null;
const request = (): Awaited<ReturnType<typeof load>> => {
  if (loaded === null) throw new Error("not loaded yet");
  return loaded;
};

beforeAll(async () => {
  steps.start();
  loaded = await load();
});
afterAll(() => steps.stop());

const LONG = rounds(20_000, 200_000);
const TOKENS = [
  "a",
  "/* ",
  "/* */",
  "/*\n",
  "  /* x */",
  "filter /* x */ ",
  'filter {a} "',
  "filter {a} /* */",
  "filter 5 > 3\n",
  'filter "a\n ',
  "column {a}: {\n",
  "off ",
  "off filter\n",
  "\n",
  " \n",
  "  ",
  "request ",
  'about "x"\n "y" ',
  "dates 2024-01-02 .. \n",
  "options a,",
  "bogus\n",
] as const;

test.each(TOKENS)("twice the text takes twice the steps: %j", (token) => {
  const { formatText, readText } = request();
  const repeated = (length: number): string => token.repeat(Math.ceil(length / token.length));
  for (const work of [readText, formatText]) {
    const taken = (length: number): number => {
      const text = repeated(length);
      return steps.of(() => void work(text));
    };
    taken(200);
    const [half, whole] = [taken(LONG / 2), taken(LONG)];
    expect(whole).toBeLessThan(2.5 * half + 20_000);
  }
});

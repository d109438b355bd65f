import { Session } from "node:inspector";
import type { Profiler } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * Counts what a piece of work does, whatever the machine does beside it: how often each block of the sources and of
 * the parser runs, and the characters and elements that built-in functions go through. Sources must be imported behind
 * `start`: blocks of code that was loaded before are not counted.
 */
export class Steps {
  readonly #session = new Session();
  #native = 0;

  start(): void {
    // Optimised code loses counts, a tenth and now and then half of them; without it they differ by some in 200,000.
    for (const flag of ["--no-opt", "--no-maglev"]) setFlagsFromString(flag);
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  stop(): void {
    this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
    for (const flag of ["--opt", "--maglev"]) setFlagsFromString(flag);
  }

  of(work: () => void): number {
    this.#take();
    this.#native = 0;
    const restore = this.#watchNatives();
    try {
      work();
    } finally {
      restore();
    }
    return this.#native + this.#take();
  }

  #take(): number {
    let count = 0;
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      count = counted(result);
    });
    return count;
  }

  /** Built-in functions that go through a whole text or list, counted by its length. */
  #watchNatives(): () => void {
    const patched: (() => void)[] = [];
    const watch = (prototype: object, name: string, size: Size): void => {
      const given = Object.getOwnPropertyDescriptor(prototype, name);
      const call: unknown = given?.value;
      if (given === undefined || typeof call !== "function") throw new Error(`${name} is no method`);
      const add = (count: number): void => void (this.#native += count);
      Object.defineProperty(prototype, name, {
        ...given,
        value(this: unknown, ...args: unknown[]): unknown {
          const from = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0;
          const result: unknown = Reflect.apply(call, this, args);
          add(size(this, args, result, from));
          return result;
        },
      });
      patched.push(() => void Object.defineProperty(prototype, name, given));
    };
    for (const name of ["includes", "toLowerCase", "split", "trim"]) watch(String.prototype, name, lengthOf);
    for (const name of ["includes", "slice", "concat", "join", "toSorted"]) watch(Array.prototype, name, lengthOf);
    watch(RegExp.prototype, "exec", searched);
    return () => {
      for (const restore of patched) restore();
    };
  }
}

type Size = (self: unknown, args: readonly unknown[], result: unknown, from: number) => number;

const lengthOf: Size = (self) => (typeof self === "string" || Array.isArray(self) ? self.length : 0);

/** Characters a pattern went through: to the end of what it found, or to that of the text where it found nothing. */
const searched: Size = (self, [text], match, from) => {
  if (!(self instanceof RegExp)) return 0;
  const found: unknown = Array.isArray(match) ? match[0] : undefined;
  if (Array.isArray(match) && "index" in match && typeof found === "string")
    return Number(match.index) + found.length - from;
  return self.source.startsWith("^") || self.sticky ? 1 : String(text).length - from;
};

const SOURCES = /\/(?:src|@lezer)\//;

const counted = (scripts: readonly Profiler.ScriptCoverage[]): number =>
  scripts
    .filter(({ url }) => SOURCES.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);

import type { RequestDiagnostic } from "./request.ts";

export type Report = (diagnostic: RequestDiagnostic) => void;

/** A plain JSON object. Keys are read through `Object.entries`, so `__proto__` is a key like any other. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `filters.Custom` and `formula` as `filters.Custom.formula`; numbers as `[0]`, unusual keys quoted. */
export function pathTo(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^\w+$/.test(key)) return `${path}[${JSON.stringify(key.slice(0, 100))}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** What a JSON value is, in words for a message. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return value.length > 40 ? "a text" : JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "an object";
}

/** Reads an object whose keys are known; every other key is refused with its path. Null when it is no object. */
export class ObjectReader {
  readonly path: string;
  readonly #entries: Map<string, unknown>;
  readonly #report: Report;

  constructor(value: Readonly<Record<string, unknown>>, path: string, report: Report) {
    this.path = path;
    // JSON has no undefined: a key without a value is left out.
    this.#entries = new Map(Object.entries(value).filter(([, one]) => one !== undefined));
    this.#report = report;
  }

  static of(value: unknown, path: string, report: Report): ObjectReader | null {
    if (isObject(value)) return new ObjectReader(value, path, report);
    report({ path, severity: "error", code: "type", message: `An object belongs here, not ${kindOf(value)}.` });
    return null;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The value of a key, which then counts as known; undefined where it is left out. */
  take(key: string): unknown {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  /** An object under a key; null where it is left out or something else. */
  object(key: string): ObjectReader | null {
    const value = this.take(key);
    return value === undefined ? null : ObjectReader.of(value, pathTo(this.path, key), this.#report);
  }

  /** A list under a key, empty where it is left out. */
  list(key: string): readonly unknown[] {
    const value = this.take(key);
    if (value === undefined || Array.isArray(value)) return value ?? [];
    this.error(key, "type", `A list belongs here, not ${kindOf(value)}.`);
    return [];
  }

  /** A text under a key, null where it is left out; anything else is refused. */
  text(key: string): string | null {
    const value = this.take(key);
    if (value === undefined || typeof value === "string") return value ?? null;
    this.error(key, "type", `A text belongs here, not ${kindOf(value)}.`);
    return null;
  }

  error(key: string, code: string, message: string): void {
    this.errorAt(pathTo(this.path, key), code, message);
  }

  errorAt(path: string, code: string, message: string): void {
    this.#report({ path, severity: "error", code, message });
  }

  /** Refuses unknown keys. */
  close(): void {
    for (const key of this.#entries.keys()) this.error(key, "unknown-key", `Unknown field ${kindOf(key)}.`);
    this.#entries.clear();
  }
}

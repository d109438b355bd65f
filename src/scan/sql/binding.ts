import type { Bound } from "../../market/index.ts";

/**
 * Values of a statement, bound by name and never printed into it. The same value of the same type is one parameter.
 */
export class Binding {
  readonly params: Record<string, Bound> = {};
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  /** `prefix` begins the names; those of one statement that are bound apart have different ones. */
  constructor(prefix = "v") {
    this.#prefix = prefix;
  }

  /** Placeholder of a value, as `{v3:Float64}`. */
  bind(value: Bound, type: string): string {
    const key = `${type}:${JSON.stringify(value)}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = `${this.#prefix}${this.#names.size}`;
      this.#names.set(key, name);
      this.params[name] = value;
    }
    return `{${name}:${type}}`;
  }
}

import type { Bound } from "../../market/index.ts";

/**
 * Values of a statement, bound by name and never printed into it. The same value of the same type is one parameter.
 */
export class Binding {
  readonly params: Record<string, Bound> = {};
  readonly #names = new Map<string, string>();

  /** Placeholder of a value, as `{v3:Float64}`. */
  bind(value: Bound, type: string): string {
    const key = `${type}:${JSON.stringify(value)}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      name = `v${this.#names.size}`;
      this.#names.set(key, name);
      this.params[name] = value;
    }
    return `{${name}:${type}}`;
  }
}

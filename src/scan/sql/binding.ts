import type { Bound } from "../../market/index.ts";

/**
 * Values of a statement, bound by name; the same value of the same type is one parameter. A number whose notation already
 * has the type stands in the text: the engine reads a parameter as a CAST, and analyses that like any other function.
 */
export class Binding {
  readonly params: Record<string, Bound> = {};
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  /** `prefix` begins the names; those of one statement that are bound apart have different ones. */
  constructor(prefix = "v") {
    this.#prefix = prefix;
  }

  /** What stands for a value in the text: `{v3:Float64}`, or the number. */
  bind(value: Bound, type: string): string {
    const literal = typeof value === "number" ? literalOf(value, type) : null;
    if (literal !== null) return literal;
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

/** A number as the engine's own notation for a value of this type; null where that would be of another type. */
function literalOf(value: number, type: string): string | null {
  if (type === "Float64" && Number.isFinite(value)) {
    const digits = String(Math.abs(value));
    const float = /[.e]/.test(digits) ? digits : `${digits}.`;
    return value < 0 ? `(-${float})` : float;
  }
  // The smallest type that holds it is the one the engine gives it.
  const [least, most] = type === "UInt8" ? [0, 255] : type === "UInt16" ? [256, 65_535] : [1, 0];
  return Number.isInteger(value) && value >= least && value <= most ? String(value) : null;
}

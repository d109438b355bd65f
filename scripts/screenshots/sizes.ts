import { join } from "node:path";
import { ROOT } from "../../tests/e2e/product.ts";

export const FOLDER = join(ROOT, "screenshots");

/** A state is come to at the first; what is open there stays open at the others. */
export const SIZES = [
  { width: 1440, height: 900, touch: false },
  { width: 1920, height: 1080, touch: false },
  { width: 820, height: 1180, touch: true },
  { width: 390, height: 844, touch: true },
] as const;

export const SCHEMES = ["light", "dark"] as const;

export const fileOf = (name: string, width: number, scheme: string): string => `${name}.${width}.${scheme}.png`;

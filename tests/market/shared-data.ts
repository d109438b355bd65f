import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { BESIDE } from "../beside.ts";

/** What lies beside a checkout and is in no clone: real market data, and the texts that are fixed to the letter. */
const SHARED = new URL("../../../shared/", import.meta.url);
export const SHARED_DATA = fileURLToPath(new URL("data/", SHARED));
export const FIXED_TEXTS = fileURLToPath(new URL("spec/product-spec.txt", SHARED));

/** Tests that read a file from beside the checkout: skipped where it is not there, and `npm test` says how many they are. */
const reading =
  (path: string) =>
  (title: string, tests: () => void): void => {
    if (existsSync(path)) describe(title, tests);
    // Only then: what `npm test` leaves to the soak is not for want of a file.
    else describe.skip(`${title} (${BESIDE})`, tests);
  };

export const hasSharedData = existsSync(SHARED_DATA);
export const describeOnSharedData = reading(SHARED_DATA);
export const describeOnFixedTexts = reading(FIXED_TEXTS);

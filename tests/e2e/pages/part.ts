import type { Page } from "playwright";
import { expect } from "vitest";
import { IN_SOAK } from "../../cases.ts";
import { violations, wrongWithin } from "./axe.ts";
import { resize } from "./resize.ts";
import { accessibleWithin, fine, fitsPhone } from "./visit.ts";

/**
 * Nothing wrong with a screen, or a part of one of which another look sees the rest, in the colour scheme that it has; in a
 * soak in both, and at 360 pixels. That every screen fits a phone is found by the story of the widths, in a soak alone.
 */
export async function looksFine(page: Page, part?: string): Promise<void> {
  if (!IN_SOAK) return expect(await (part === undefined ? violations(page) : wrongWithin(page, part))).toEqual([]);
  if (part === undefined) return fine(page);
  await accessibleWithin(page, part);
  const size = page.viewportSize();
  await fitsPhone(page);
  if (size !== null) await resize(page, size);
}

/** What the bench asks, in the order in which it asks. */
import type { Check } from "./check.ts";
import { buckets } from "./buckets.ts";
import { daily } from "./daily.ts";
import { decade } from "./decade.ts";
import { firstScan } from "./first-scan.ts";
import { realistic } from "./realistic.ts";
import { workbook } from "./workbook.ts";

export const CHECKS: readonly Check[] = [realistic, buckets, daily, decade, workbook, firstScan];

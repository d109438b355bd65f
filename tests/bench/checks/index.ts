/** What the bench asks, in the order in which it asks. */
import type { Check, LoneCheck } from "./check.ts";
import { buckets } from "./buckets.ts";
import { daily } from "./daily.ts";
import { decade } from "./decade.ts";
import { editor } from "./editor.ts";
import { firstScan } from "./first-scan.ts";
import { language } from "./language.ts";
import { load } from "./load.ts";
import { palette } from "./palette.ts";
import { readers } from "./readers.ts";
import { realistic } from "./realistic.ts";
import { requestText } from "./request-text.ts";
import { workbook } from "./workbook.ts";

export const CHECKS: readonly (Check | LoneCheck)[] = [
  language,
  readers,
  realistic,
  buckets,
  daily,
  decade,
  workbook,
  firstScan,
  load,
  editor,
  requestText,
  palette,
];

/** What the bench asks, in the order in which it asks. */
import type { Check, LoneCheck } from "./check.ts";
import { afterTheScan } from "./after-the-scan.ts";
import { buckets } from "./buckets.ts";
import { cold } from "./cold.ts";
import { daily } from "./daily.ts";
import { database } from "./database.ts";
import { decade } from "./decade.ts";
import { edits } from "./edits.ts";
import { editor } from "./editor.ts";
import { editsScreen } from "./edits-screen.ts";
import { grid } from "./grid.ts";
import { firstImport } from "./first-import.ts";
import { firstScan } from "./first-scan.ts";
import { language } from "./language.ts";
import { load } from "./load.ts";
import { palette } from "./palette.ts";
import { planning } from "./planning.ts";
import { readers } from "./readers.ts";
import { realistic } from "./realistic.ts";
import { requestText } from "./request-text.ts";
import { wider } from "./wider.ts";
import { windows } from "./windows.ts";
import { workbook } from "./workbook.ts";

export const CHECKS: readonly (Check | LoneCheck)[] = [
  language,
  readers,
  realistic,
  wider,
  buckets,
  windows,
  daily,
  decade,
  workbook,
  firstScan,
  firstImport,
  cold,
  edits,
  editsScreen,
  load,
  database,
  editor,
  requestText,
  palette,
  grid,
  planning,
  afterTheScan,
];

import type { DiagnosticCode } from "../../vocabulary/index.ts";
import { MEANING_PAGES } from "./meaning.ts";
import { NAME_PAGES } from "./names.ts";
import type { DiagnosticPage } from "./page-of-code.ts";
import { POINT_PAGES } from "./points.ts";
import { TEXT_PAGES } from "./text.ts";
import { TRADE_PAGES } from "./trades.ts";
import { VALUE_PAGES } from "./values.ts";
import { WORDS_PAGES } from "./words.ts";

/** Every code; one without a page does not compile. */
export const DIAGNOSTIC_PAGES: Readonly<Record<DiagnosticCode, DiagnosticPage>> = {
  ...TEXT_PAGES,
  ...NAME_PAGES,
  ...POINT_PAGES,
  ...VALUE_PAGES,
  ...MEANING_PAGES,
  ...WORDS_PAGES,
  ...TRADE_PAGES,
};

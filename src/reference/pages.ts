import { afterTheScanPage } from "./after-the-scan-page.ts";
import { apiPage } from "./api-page.ts";
import { dataPointsPage, fieldsPage } from "./data-pages.ts";
import { diagnosticsPage } from "./diagnostics-page.ts";
import { columnsPage, functionsPage } from "./functions-page.ts";
import { indicatorsPage } from "./indicators-page.ts";
import { list, text } from "./page.ts";
import type { Page } from "./page.ts";
import { requestTextPage } from "./request-text-page.ts";
import { wordsPage } from "./words-page.ts";
import { knownAtPage, limitsPage, semanticsPage } from "./semantics-page.ts";

const CHAPTERS: readonly Page[] = [
  dataPointsPage,
  fieldsPage,
  functionsPage,
  indicatorsPage,
  columnsPage,
  wordsPage,
  semanticsPage,
  knownAtPage,
  diagnosticsPage,
  limitsPage,
  requestTextPage,
  afterTheScanPage,
];

const indexPage: Page = {
  name: "index",
  title: "The formula language",
  summary:
    "A formula says in one line what to look for or what to show: data points in brackets, columns in braces, functions with parentheses, operators between them.",
  blocks: [
    list(...CHAPTERS.map(({ name, title, summary }) => `[${title}](${name}): ${summary}`)),
    text(`Programs use the product over HTTP: [${apiPage.title}](${apiPage.name}).`),
    text("These pages are made from the same tables that the editor, the checks and the scan use."),
  ],
};

/** Every page of the reference, the table of contents first. */
export const PAGES: readonly Page[] = [indexPage, ...CHAPTERS, apiPage];

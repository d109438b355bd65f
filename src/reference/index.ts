/**
 * The references of the language and of the API: pages made of the catalogues and of the routes, as blocks that become Markdown in `docs` and HTML in the product.
 * Pure; nothing here is written twice.
 */
export { AFTER_THE_SCAN } from "./after-the-scan.ts";
export { DIAGNOSTIC_PAGES } from "./diagnostics/pages.ts";
export type { DiagnosticPage } from "./diagnostics/page-of-code.ts";
export { EXAMPLE_BARS, EXAMPLE_DATES } from "./example-market.ts";
export type { Example } from "./example-market.ts";
export { FUNCTION_EXAMPLES } from "./function-examples.ts";
export { REQUEST_TEXTS } from "./request-texts.ts";
export type { RequestTextExample } from "./request-texts.ts";
export { RULINGS } from "./rulings.ts";
export { findingOf, namesOf } from "./diagnostics-page.ts";
export type { Block, Page } from "./page.ts";
export { PAGES } from "./pages.ts";
export { llmsText } from "./llms.ts";
export { searchReference } from "./search.ts";
export { REFERENCE_STYLE } from "./style.ts";
export { searchHtml, toHtml } from "./to-html.ts";
export { toMarkdown } from "./to-markdown.ts";
export { whatsNewPage } from "./whats-new.ts";

/**
 * The language reference: pages made of the catalogues, as blocks that become Markdown in `docs` and HTML in the product.
 * Pure; nothing here is written twice.
 */
export { DIAGNOSTIC_PAGES } from "./diagnostic-pages.ts";
export type { DiagnosticPage } from "./diagnostic-pages.ts";

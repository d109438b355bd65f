import type { Page } from "./page.ts";

/** `/llms.txt` (llmstxt.org): what the product is, and every page of the references as Markdown. */
export function llmsText(pages: readonly Page[], address: string): string {
  const lines = pages.map(({ name, title, summary }) => `- [${title}](${address}/reference/${name}.md): ${summary}`);
  return `# Scanbook

> Stock-market data requests (scans) as formulas, results as spreadsheets. A request has a date range, filters that decide which security-days qualify, and columns that decide what each row shows.

## References

${lines.join("\n")}
- [The API](${address}/v1/openapi.json): every route as an OpenAPI document
`;
}

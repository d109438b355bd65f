import type { BrowserContext, Page } from "playwright";
import { printWords } from "../../../src/formula/index.ts";
import { builtInTemplates } from "../../../src/request/index.ts";
import type { TemplateSamples } from "../../../src/contract/index.ts";
import { IN_SOAK } from "../../cases.ts";

const ROWS = Array.from({ length: 8 }, (_, n) => [`SYM${n}`, `2025-12-${30 - n}`]);

/**
 * Answers in the server's place how often each built-in template was met: a product that is asked counts all of them, which
 * takes longer than most stories. The story of the templates has the server count; in a soak all have.
 */
export async function withoutCounting(seen: BrowserContext | Page): Promise<void> {
  if (IN_SOAK) return;
  const items = builtInTemplates().map(({ tag, name, description, request, own }, n) => {
    const columns = request.columns.map((column) => ({ name: column.name, type: "number", unit: "plain" }));
    return {
      id: tag,
      name,
      description,
      moment: "open" as const,
      filters: request.filters.map(({ tree }) => printWords(tree)),
      columns: [{ name: "Symbol", type: "text", unit: null }, { name: "Date", type: "date", unit: null }, ...columns],
      own,
      hits: own.length > 0 ? null : n * 1_000,
      rows: (own.length > 0 ? [] : ROWS).map((row) => [...row, ...columns.map((_, at) => (at + 1) * 1_234.5)]),
    };
  });
  const json: TemplateSamples = { snapshot: "made up", start: "2025-10-01", end: "2025-12-31", items, counting: false };
  await seen.route("**/v1/templates/samples*", (route) => route.fulfill({ json }));
}

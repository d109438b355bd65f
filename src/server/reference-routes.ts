import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { FastifyInstance } from "fastify";
import { openApi, ROUTES } from "../contract/index.ts";
import { ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";

/** Styles and pages change with the program only. */
const CACHE = "no-cache";

const CHANGELOG = resolve(import.meta.dirname, "../../CHANGELOG.md");

/** The references of language and API, made at the first call, since checking the examples takes a moment. */
export function referenceRoutes(app: FastifyInstance, publicUrl: string): void {
  let document: ReturnType<typeof openApi> | null = null;
  answer(app, ROUTES.openApi, async ({ reply }) => {
    void reply.header("cache-control", CACHE);
    return { ...(document ??= openApi(ROUTES)) };
  });
  let loaded: ReturnType<typeof load> | null = null;
  const reference = async (): ReturnType<typeof load> => (loaded ??= load());
  answer(app, ROUTES.reference, async ({ reply }) => {
    const { pages, toHtml } = await reference();
    const [index] = pages;
    if (index === undefined) throw new Error("the reference has no pages");
    return reply.type("text/html; charset=utf-8").header("cache-control", CACHE).send(toHtml(index, pages));
  });
  answer(app, ROUTES.referencePage, async ({ params, query, reply }) => {
    const { pages, REFERENCE_STYLE, searchHtml, toHtml, toMarkdown } = await reference();
    void reply.header("cache-control", CACHE);
    if (params.page === "reference.css") return reply.type("text/css; charset=utf-8").send(REFERENCE_STYLE);
    if (params.page === "search") return reply.type("text/html; charset=utf-8").send(searchHtml(query.q ?? "", pages));
    const asMarkdown = params.page.endsWith(".md");
    const page = pages.find(({ name }) => name === (asMarkdown ? params.page.slice(0, -3) : params.page));
    if (page === undefined) throw new ProblemAnswer("not-found", "The reference has no such page.");
    if (asMarkdown) return reply.type("text/markdown; charset=utf-8").send(toMarkdown(page));
    return reply.type("text/html; charset=utf-8").send(toHtml(page, pages));
  });
  answer(app, ROUTES.llms, async ({ reply }) => {
    const { llmsText, pages } = await reference();
    void reply.header("cache-control", CACHE);
    return reply.type("text/plain; charset=utf-8").send(llmsText(pages, publicUrl));
  });
}

/** What makes the pages, and all of them: the changes of the program behind those of the language. */
async function load() {
  const parts = await import("../reference/index.ts");
  return { ...parts, pages: [...parts.PAGES, parts.whatsNewPage(readFileSync(CHANGELOG, "utf8"))] };
}

import type { FastifyInstance } from "fastify";
import { openApi, ROUTES } from "../contract/index.ts";
import { ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";

/** Styles and pages change with the program only. */
const CACHE = "no-cache";

/** The references of language and API, made at the first call, since checking the examples takes a moment. */
export function referenceRoutes(app: FastifyInstance, publicUrl: string): void {
  let document: ReturnType<typeof openApi> | null = null;
  answer(app, ROUTES.openApi, async ({ reply }) => {
    void reply.header("cache-control", CACHE);
    return { ...(document ??= openApi(ROUTES)) };
  });
  const reference = async () => import("../reference/index.ts");
  answer(app, ROUTES.reference, async ({ reply }) => {
    const { PAGES, toHtml } = await reference();
    const [index] = PAGES;
    if (index === undefined) throw new Error("the reference has no pages");
    return reply.type("text/html; charset=utf-8").header("cache-control", CACHE).send(toHtml(index, PAGES));
  });
  answer(app, ROUTES.referencePage, async ({ params, query, reply }) => {
    const { PAGES, REFERENCE_STYLE, searchHtml, toHtml, toMarkdown } = await reference();
    void reply.header("cache-control", CACHE);
    if (params.page === "reference.css") return reply.type("text/css; charset=utf-8").send(REFERENCE_STYLE);
    if (params.page === "search") return reply.type("text/html; charset=utf-8").send(searchHtml(query.q ?? "", PAGES));
    const asMarkdown = params.page.endsWith(".md");
    const page = PAGES.find(({ name }) => name === (asMarkdown ? params.page.slice(0, -3) : params.page));
    if (page === undefined) throw new ProblemAnswer("not-found", "The reference has no such page.");
    if (asMarkdown) return reply.type("text/markdown; charset=utf-8").send(toMarkdown(page));
    return reply.type("text/html; charset=utf-8").send(toHtml(page, PAGES));
  });
  answer(app, ROUTES.llms, async ({ reply }) => {
    const { llmsText, PAGES } = await reference();
    void reply.header("cache-control", CACHE);
    return reply.type("text/plain; charset=utf-8").send(llmsText(PAGES, publicUrl));
  });
}

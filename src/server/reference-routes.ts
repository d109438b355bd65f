import type { FastifyInstance } from "fastify";
import { openApi, ROUTES } from "../contract/index.ts";
import { ProblemAnswer } from "./problem.ts";
import { answer } from "./route.ts";

/** Styles and pages change with the program only. */
const CACHE = "no-cache";

/** The references of language and API, made at the first call, since checking the examples takes a moment. */
export function referenceRoutes(app: FastifyInstance): void {
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
  answer(app, ROUTES.referencePage, async ({ params, reply }) => {
    const { PAGES, REFERENCE_STYLE, toHtml } = await reference();
    void reply.header("cache-control", CACHE);
    if (params.page === "reference.css") return reply.type("text/css; charset=utf-8").send(REFERENCE_STYLE);
    const page = PAGES.find(({ name }) => name === params.page);
    if (page === undefined) throw new ProblemAnswer("not-found", "The reference has no such page.");
    return reply.type("text/html; charset=utf-8").send(toHtml(page, PAGES));
  });
}

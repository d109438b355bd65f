import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { readFileSync } from "node:fs";
import { PAGES as OF_LANGUAGE, whatsNewPage } from "../../src/reference/index.ts";
import { get, startTestServer, type TestServer } from "./test-server.ts";

const CHANGELOG = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
const PAGES = [...OF_LANGUAGE, whatsNewPage(CHANGELOG)];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const pageAt = (name: string) => get(server.app, ROUTES.referencePage.path.replace(":page", name));

describe("GET /reference", () => {
  test("is the table of contents, with a way to every page", async () => {
    const answer = await get(server.app, ROUTES.reference.path);
    expect(answer.statusCode).toBe(200);
    for (const { name } of PAGES) expect(answer.body).toContain(`href="/reference/${name}"`);
  });

  test("serves every page as a document under the policy of the product, without scripts", async () => {
    for (const { name, title } of PAGES) {
      const answer = await pageAt(name);
      expect(answer.statusCode, name).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(answer.body).toContain(`<h1>${title}</h1>`);
      expect(answer.body).not.toContain("<script");
    }
    expect((await pageAt("diagnostics")).body).toContain('id="never-true"');
    expect((await pageAt("reference.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
  });

  test("says what is new: every version and item of the changelog, and marks and links as text where they lead nowhere", async () => {
    const { body } = await pageAt("whats-new");
    const versions = [...CHANGELOG.matchAll(/^## \[(\d[^\]]*)\] - (.*)$/gm)];
    expect(versions.length).toBeGreaterThan(0);
    for (const [, name, day] of versions) expect(body).toContain(`<h2 id="${name}">${name}, ${day}</h2>`);
    const main = body.slice(body.indexOf("<h2"), body.indexOf("</main>"));
    expect(main.match(/<li>/g)).toHaveLength(CHANGELOG.match(/^- /gm)?.length ?? 0);
    expect(main.replaceAll(/<code>.*?<\/code>/g, "")).not.toMatch(/\]\(|\*\*|`|\s_\w|\.md\b/);
  });

  test("is searched without scripts; what is looked for is text, never markup", async () => {
    const found = await pageAt("search?q=moving+average");
    expect(found.statusCode).toBe(200);
    expect(found.body).toContain('href="/reference/indicators#sma"');
    const none = await pageAt(`search?q=${encodeURIComponent('<b>"zzz')}`);
    expect(none.body).toContain("0 places for “&lt;b&gt;&quot;zzz”");
    expect(none.body).not.toContain("<b>");
    expect((await pageAt("search")).body).toContain("Type what you look for");
  });

  test("gives each page as Markdown, and lists them for language models", async () => {
    const answer = await pageAt("functions.md");
    expect(answer.headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(answer.body).toMatch(/^# /);
    const list = await get(server.app, ROUTES.llms.path);
    expect(list.headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const [, path = ""] of list.body.matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+)\)/g))
      expect((await get(server.app, path)).statusCode, path).toBe(200);
    expect(list.body.match(/^- /gm)).toHaveLength(PAGES.length + 1);
  });

  test.each(["nothing", "nothing.md", "..%2fpackage.json", "A"])("has no page %s", async (name) => {
    expect([400, 404]).toContain((await pageAt(name)).statusCode);
  });
});

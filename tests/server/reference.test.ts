import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { PAGES } from "../../src/reference/index.ts";
import { get, startTestServer, type TestServer } from "./test-server.ts";

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

  test.each(["nothing", "..%2fpackage.json", "A"])("has no page %s", async (name) => {
    expect([400, 404]).toContain((await pageAt(name)).statusCode);
  });
});

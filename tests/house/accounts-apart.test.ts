import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

// What stands in memory ends with the document, and a document belongs to one account from its first line to its last. So
// there are three ways only in which something of one account could come before the next: a session that is put into a page
// that has one, something kept in the browser past the one place that knows whose it is, and an answer kept on the way.
const ROOT = resolve(import.meta.dirname, "../..");
const sources = (room: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(join(ROOT, "src", room), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [
      `${room}/${path}`,
      readFileSync(join(ROOT, "src", room, path), "utf8")
        .replaceAll(/\/\*[\s\S]*?\*\//g, "")
        .replaceAll(/^\s*\/\/.*$/gm, ""),
    ]);
const naming = (room: string, what: RegExp): readonly string[] =>
  sources(room).flatMap(([path, text]) => (what.test(text) ? [path] : []));

describe("nothing of one account stays for the next", () => {
  test("the session is changed in one place, and there by a new document", () => {
    expect(naming("client", /\buser\.token\s*=[^=]|Object\.assign\(user\b|document\.cookie\s*=/)).toEqual([
      "client/state/session/session.ts",
      "client/state/sign-in/profile.ts",
    ]);
    const session = sources("client").find(([path]) => path === "client/state/session/session.ts")?.[1] ?? "";
    // Signing in is for pages where nobody is; everything else departs.
    for (const [taken] of session.matchAll(/.*\n?.*Object\.assign\(user, \{ \.\.\.NOBODY, token[^\n]*/g)) {
      expect(taken).toContain("user.token === null");
    }
  });

  test("the browser's stores are touched where it is known whose everything is", () => {
    expect(naming("client", /\blocalStorage\b/)).toEqual(["client/state/session/kept.ts"]);
    expect(naming("client", /\bsessionStorage\b/)).toEqual([
      "client/state/session/kept.ts",
      "client/state/sign-in/sign-in.ts",
    ]);
    expect(naming("charting", /\blocalStorage\b/)).toEqual([
      "charting/state/bar-width.ts",
      "charting/state/last-content.ts",
    ]);
    expect(naming("charting", /\bsessionStorage\b/)).toEqual(["charting/state/session.ts"]);
    for (const room of ["client", "charting"]) {
      expect(naming(room, /\bindexedDB\b|\bserviceWorker\b|\bcaches\.|\bBroadcastChannel\b|window\.name\b/)).toEqual(
        [],
      );
    }
  });

  test("what is kept goes by the product's names, two older ones aside", () => {
    const names = sources("client").flatMap(([, text]) =>
      [
        ...text.matchAll(
          /\b(?:const|let) [A-Z_]*(?:KEY|BEFORE|UNSENT|OWNER|MESSAGE|QUERY|CHANGED|SHARED_LINK)\b = "([^"]+)"/g,
        ),
      ].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !name.startsWith("scanbook.")).toSorted()).toEqual(["formulas", "showExcelBanner"]);
  });
});

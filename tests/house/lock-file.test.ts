import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readAudit } from "../../scripts/audit.ts";

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly resolved?: string;
        readonly integrity?: string;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

const ROOT = resolve(import.meta.dirname, "../..");
const lock: Lock = JSON.parse(readFileSync(resolve(ROOT, "package-lock.json"), "utf8"));
const manifest: Record<
  "dependencies" | "devDependencies" | "optionalDependencies",
  Record<string, string>
> = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

describe("the lock file", () => {
  // Two copies of an editor package make `instanceof` fail silently: extensions are then ignored.
  test("one version of each @codemirror and @lezer package", () => {
    const editor = packages
      .map(([path, { version }]) => ({ name: path.slice(path.lastIndexOf("node_modules/") + 13), version }))
      .filter(({ name }) => /^(@codemirror|@lezer)\//.test(name));
    const twice = editor.filter(({ name }, index) => editor.findIndex((other) => other.name === name) !== index);
    expect(editor.length).toBeGreaterThan(8);
    expect(twice).toEqual([]);
  });

  test("names no registry, so that any mirror serves it", () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  test("every package that is installed here carries its integrity", () => {
    const installed = packages.filter(([path]) => existsSync(resolve(ROOT, path)));
    expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  });

  // `npm ci` refuses a lock that leaves some out, even those of platforms that the registry at hand does not serve.
  test("names the optional packages of every platform", () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("what is known against the packages stops the build", () => {
    const found = (severity: string): string => JSON.stringify({ vulnerabilities: { leaky: { severity } } });
    expect(readAudit(found("critical"))).toEqual({ kind: "known", packages: ["leaky"] });
    expect(readAudit(found("low"))).toEqual({ kind: "clean" });
    expect(readAudit('{"vulnerabilities":{}}')).toEqual({ kind: "clean" });
    for (const none of ["", '{"message":"405 Method Not Allowed"}', "null"]) {
      expect(readAudit(none).kind).toBe("unanswered");
    }
    expect(readFileSync(resolve(ROOT, "scripts/test.ts"), "utf8")).toContain('["scripts/audit.ts"]');
    expect(readFileSync(resolve(ROOT, ".ci/run"), "utf8")).toMatch(/^npm test$/m);
  });

  test("exact versions in package.json", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

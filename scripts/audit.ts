/**
 * What is publicly known against the packages that the product runs on, by `npm audit`. Fails on what is high or critical;
 * where the registry at hand does not answer such questions it says so and passes.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";

export type Audit =
  | { readonly kind: "clean" }
  | { readonly kind: "known"; readonly packages: readonly string[] }
  | { readonly kind: "unanswered"; readonly why: string };

const GRAVE = new Set(["high", "critical"]);

const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** Reads what `npm audit --json` printed. */
export function readAudit(text: string): Audit {
  let report: ReadonlyMap<string, unknown>;
  try {
    report = new Map(entries(JSON.parse(text)));
  } catch {
    return { kind: "unanswered", why: "npm printed no report" };
  }
  if (!report.has("vulnerabilities")) {
    const why = report.get("message");
    return { kind: "unanswered", why: typeof why === "string" ? why : "no answer" };
  }
  const grave = entries(report.get("vulnerabilities")).filter(([, found]) =>
    GRAVE.has(String(new Map(entries(found)).get("severity"))),
  );
  return grave.length === 0 ? { kind: "clean" } : { kind: "known", packages: grave.map(([name]) => name) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", timeout: 120_000 });
  const audit = readAudit(stdout);
  switch (audit.kind) {
    case "clean":
      console.log("Nothing grave is known against the packages.");
      break;
    case "known":
      console.error(`Known to be vulnerable: ${audit.packages.join(", ")}. See npm audit.`);
      process.exitCode = 1;
      break;
    case "unanswered":
      console.log(`The registry does not say what is known against the packages: ${audit.why.split(" - ")[0]}.`);
      break;
    default:
      audit satisfies never;
  }
}

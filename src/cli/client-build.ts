import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const PROJECT = resolve(import.meta.dirname, "../..");
export const CLIENT = join(PROJECT, "dist");

/** Everything the client is built from. */
export const SOURCES: readonly string[] = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "src/client",
  "src/charting",
  "src/api-client",
  "src/contract",
  "src/request",
  "src/formula",
  "src/vocabulary",
  "src/zip",
  "presets",
];

function newest(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path, { recursive: true, withFileTypes: true });
  return inside.reduce((time, entry) => Math.max(time, statSync(join(entry.parentPath, entry.name)).mtimeMs), mtimeMs);
}

/** Where a client is built, its tools are installed; a package and an image have it built and lack them. */
function canBuild(): boolean {
  try {
    import.meta.resolve("vite");
    return true;
  } catch {
    return false;
  }
}

/** Whether the built client is missing, or older than what it is built from. */
export function clientIsStale(): boolean {
  const built = join(CLIENT, "index.html");
  if (!existsSync(built)) return true;
  if (!canBuild()) return false;
  const { mtimeMs } = statSync(built);
  return SOURCES.map((source) => join(PROJECT, source)).some((path) => existsSync(path) && newest(path) > mtimeMs);
}

/** Builds the client with Vite, quietly. */
export async function buildClient(): Promise<void> {
  // With any other value in the environment Vite builds React for development.
  process.env["NODE_ENV"] = "production";
  const { build } = await import("vite");
  await build({ root: PROJECT, logLevel: "warn" });
}

/**
 * Before `npm pack`: what a package needs, into the folder `build`. Node reads TypeScript, but not inside node_modules, so a
 * package has the programs as JavaScript; and it has the page built, since it lacks what builds it.
 */
import "./node-version.ts";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const BUILD = resolve(ROOT, "build");

function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(BUILD, { recursive: true, force: true });
run("tsc", "-p", "tsconfig.package.json");
run("vite", "build", "--logLevel", "warn");
cpSync(resolve(ROOT, "dist"), resolve(BUILD, "dist"), { recursive: true });
cpSync(resolve(ROOT, "CHANGELOG.md"), resolve(BUILD, "CHANGELOG.md"));
cpSync(resolve(ROOT, "presets"), resolve(BUILD, "presets"), { recursive: true });
const { name, version, type }: Record<string, string> = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
writeFileSync(resolve(BUILD, "package.json"), `${JSON.stringify({ name, version, type }, null, 2)}\n`);

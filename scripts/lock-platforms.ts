// Completes package-lock.json with the optional packages of platforms that are not this one. A registry that lacks them
// lets `npm install` leave them out, and `npm ci` then refuses the lock file. Run after every `npm install`:
// node scripts/lock-platforms.ts
import { readFileSync, writeFileSync } from "node:fs";

interface Locked {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  license?: string;
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, Locked>;
}

const SYSTEMS = ["darwin", "linux", "win32", "freebsd", "openbsd", "netbsd", "android", "openharmony", "sunos", "aix"];
const PROCESSORS = ["arm64", "x64", "arm", "ia32", "riscv64", "ppc64", "s390x", "loong64", "mips64el", "wasm32"];

/** `@oxlint/binding-linux-arm-musleabihf` is for linux, arm, musl. */
function platformOf(name: string): Pick<Locked, "os" | "cpu" | "libc"> | null {
  if (name === "fsevents") return { os: ["darwin"] };
  const words = name.split(/[-/@.]/);
  const os = SYSTEMS.find((system) => words.includes(system) || (system === "win32" && words.includes("windows")));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined && cpu === undefined) return null;
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : null;
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === "linux" ? { libc: [libc] } : {}),
  };
}

const lock: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const added: string[] = [];
const unknown: string[] = [];
for (const [at, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (key in lock.packages || `${at}/${key}` in lock.packages) continue;
    const platform = platformOf(name);
    const exact = /^[~^]?(\d+\.\d+\.\d+\S*)$/.exec(version)?.[1];
    if (platform === null || exact === undefined) {
      unknown.push(`${name}@${version}`);
      continue;
    }
    lock.packages[key] = { version: exact, ...platform, ...(dev ? { dev } : {}), optional: true };
    added.push(`${name}@${exact}`);
  }
}
const [root = "", ...names] = Object.keys(lock.packages);
lock.packages = Object.fromEntries([root, ...names.sort()].map((name) => [name, lock.packages[name] ?? {}]));
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  `${added.length} packages of other platforms added${unknown.length > 0 ? `; left out: ${unknown.join(", ")}` : ""}`,
);

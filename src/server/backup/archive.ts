import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { firstSpecialEntry, firstSpecialMember } from "./plain-members.ts";

const run = promisify(execFile);
const MANIFEST = "manifest.json";

/** A backup that cannot be made or restored; its message is shown to the user. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const StoredTable = z.strictObject({ rows: z.int(), create: z.string() });

/** The contents of a backup, read first, so that nothing is restored from an incomplete one. */
export const Manifest = z.strictObject({
  format: z.literal(1),
  made: z.string(),
  /** Migrations of the schema that the rows were written under. */
  migrations: z.array(z.string()),
  /** Rows by table of the account database. */
  tables: z.record(z.string(), z.int()),
  /** Results by run and attempt, as their tables are called after `result_`. */
  results: z.record(z.string(), StoredTable),
  /** Tables of the market; null where it was left out. */
  market: z.record(z.string(), z.strictObject({ rows: z.int(), columns: z.string() })).nullable(),
  /** SHA-256 by path. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => path !== MANIFEST)
    .sort();
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** Packs a folder into one file: written under another name, synced, then renamed; readable by its owner only. */
export async function pack(folder: string, file: string, manifest: Omit<Manifest, "files" | "format">): Promise<void> {
  const files: Record<string, string> = {};
  for (const path of await filesIn(folder)) files[path] = await digest(join(folder, path));
  await writeFile(join(folder, MANIFEST), JSON.stringify({ format: 1, ...manifest, files }, null, 1));
  const beside = `${file}.partial`;
  try {
    const made = await open(beside, "w", 0o600);
    await made.close();
    await run("tar", [
      "--create",
      "--file",
      beside,
      "--directory",
      folder,
      MANIFEST,
      ...(await readdir(folder)).filter((name) => name !== MANIFEST),
    ]);
    const written = await open(beside, "r+");
    await written.sync();
    await written.close();
    await rename(beside, file);
  } finally {
    await rm(beside, { force: true });
  }
}

/** Paths that a backup may hold; run ids and table names are checked where they are used. */
const MEMBERS = [
  /^jobs\.jsonl\.gz$/,
  /^(rows\/\w+\.jsonl|results\/\w+|market\/\w+)\.gz$/,
  /^data\/(demo-account\.json|secrets\.key)$/,
  /^data\/outbox\/[^/]+$/,
  /^data\/files\/\w+\/[^/]+$/,
];

/**
 * Unpacks a backup into a folder. It may hold only plain files at known paths: checked before anything is unpacked, and
 * again before anything of it is used. Throws BackupError where it is no backup, or was changed.
 */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  const odd = await firstSpecialMember(file);
  if (odd !== null) throw new BackupError(`${file} is no backup of this program: ${odd} is not a plain file.`);
  try {
    await run("tar", ["--extract", "--file", file, "--directory", folder, "--no-same-owner", "--no-same-permissions"]);
  } catch {
    throw new BackupError(`${file} is not a backup, or is cut off.`);
  }
  const entry = await firstSpecialEntry(folder);
  if (entry !== null) {
    throw new BackupError(`${file} is no backup of this program: ${relative(folder, entry)} is not a plain file.`);
  }
  const manifest = await readManifest(join(folder, MANIFEST), file);
  const there = await filesIn(folder);
  const stray = there.find((path) => !MEMBERS.some((member) => member.test(path)));
  if (stray !== undefined) throw new BackupError(`${file} is no backup of this program: it holds ${stray}.`);
  const wrong = [
    ...there.filter((path) => !Object.hasOwn(manifest.files, path)),
    ...Object.keys(manifest.files).filter((path) => !there.includes(path)),
  ];
  for (const path of there) {
    if (Object.hasOwn(manifest.files, path) && (await digest(join(folder, path))) !== manifest.files[path])
      wrong.push(path);
  }
  if (wrong.length > 0) throw new BackupError(`${file} is damaged: ${wrong.slice(0, 5).join(", ")}`);
  return manifest;
}

async function readManifest(path: string, file: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new BackupError(`${file} is not a backup of this program, or of a newer version of it.`);
  }
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../start-error.ts";

/** AES-256-GCM (NIST SP 800-38D): 96 random bits a sealing, 128 bits of tag. */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

/** File of the keys where the configuration gives none. */
export const KEY_FILE = "secrets.key";
export const keyFile = (data: string): string => join(data, KEY_FILE);

/** Identifies the key in a sealed text, without revealing the key. */
const nameOf = (key: Buffer): string =>
  createHash("sha256").update("scanbook key ").update(key).digest("hex").slice(0, 12);

/** Reads keys in base64, one a line or divided by commas. Throws without repeating any. */
export function readKeys(text: string): readonly Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map((part) => Buffer.from(part, "base64"));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES)) {
    throw new Error(`needs keys of ${KEY_BYTES} bytes in base64, divided by commas`);
  }
  return keys;
}

/**
 * Encrypts secrets that have to be read again, each bound to its owner, so that it cannot be opened in another row. The
 * first key seals, every key opens: a new key is put in front and the old ones stay until all secrets are sealed again.
 */
export class Keyring {
  readonly #first: { readonly name: string; readonly key: Buffer };
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(keys: readonly Buffer[]) {
    const [first] = keys;
    if (first === undefined) throw new Error("a keyring has at least one key");
    this.#first = { name: nameOf(first), key: first };
    this.#keys = new Map(keys.map((key) => [nameOf(key), key]));
  }

  /** Prefix of everything that the first key sealed. */
  get current(): string {
    return `${VERSION}.${this.#first.name}.`;
  }

  /** Names of the keys that open. */
  get names(): readonly string[] {
    return [...this.#keys.keys()];
  }

  seal(secret: Buffer, owner: string): string {
    const { name, key } = this.#first;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${name}.${sealed.toString("base64url")}`;
  }

  /** The secret; null where its key is missing, or it was not sealed for that owner. */
  open(text: string, owner: string): Buffer | null {
    const [version, name = "", body = ""] = text.split(".");
    const key = this.#keys.get(name);
    const sealed = Buffer.from(body, "base64url");
    if (version !== VERSION || key === undefined || sealed.length < IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      // The tag does not match.
      return null;
    }
  }

  /** A key of 32 bytes for a purpose and its owner, always the same while the first key is (RFC 5869). */
  derive(purpose: string, owner: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#first.key, owner, `scanbook ${purpose}`, KEY_BYTES));
  }

  /** Whether it was sealed by the first key; else it should be sealed again. */
  isCurrent(text: string): boolean {
    return text.startsWith(this.current);
  }
}

/** The keys that are given, or those of the data folder, where the first start makes one. */
export async function openKeyring(data: string, given: readonly Buffer[] | null): Promise<Keyring> {
  return new Keyring(given ?? (await readKeyFile(data)) ?? (await makeKeyFile(data)));
}

/** Puts the keys of another data folder, where it has any, in front of those of this one, so that what either sealed can be opened. */
export async function addKeys(data: string, from: string): Promise<void> {
  const added = await readKeyFile(from);
  if (added === null) return;
  const keys = [...added, ...((await readKeyFile(data)) ?? [])].map((key) => key.toString("base64"));
  const path = `${keyFile(data)}.new`;
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(`${[...new Set(keys)].join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(path, keyFile(data));
}

async function readKeyFile(data: string): Promise<readonly Buffer[] | null> {
  const path = keyFile(data);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new StartError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return readKeys(text);
  } catch {
    throw new StartError(
      `${path} holds no keys: ${text.trim() === "" ? "it is empty" : `each line is to be ${KEY_BYTES} bytes in base64`}. ` +
        "Put the file of a backup in its place. Without one remove it: the next start makes another key, and second factors and secrets of webhooks have to be set up again.",
    );
  }
}

async function makeKeyFile(data: string): Promise<readonly Buffer[]> {
  const key = randomBytes(KEY_BYTES);
  // Written under another name and linked, so that an interrupted start leaves no incomplete file.
  const made = `${keyFile(data)}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const file = await open(made, "wx", 0o600);
    try {
      await file.writeFile(`${key.toString("base64")}\n`);
      // On the disk before anything is sealed with it.
      await file.sync();
    } finally {
      await file.close();
    }
    await link(made, keyFile(data));
    return [key];
  } catch (error) {
    // Another process made it at the same moment.
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") throw error;
    return (await readKeyFile(data)) ?? [key];
  } finally {
    await rm(made, { force: true });
  }
}

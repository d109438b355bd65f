import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { Bucket } from "./bucket.ts";
import type { BucketAddress } from "./bucket-address.ts";

/**
 * Hands a folder to `use`: the given one, or a copy of what a bucket holds below its prefix, which is removed afterwards.
 * Rejects with BucketError where it cannot be fetched.
 */
export async function withFolder<Result>(
  from: string | BucketAddress,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (typeof from === "string") return use(from);
  const bucket = new Bucket(from);
  const folder = await mkdtemp(join(tmpdir(), "scanbook-fetched-"));
  try {
    for (const key of await bucket.list("")) {
      const path = resolve(folder, key);
      // A name ends in a slash where a program shows a folder; one with `..` would lie elsewhere.
      if (key.endsWith("/") || !path.startsWith(folder + sep)) continue;
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await bucket.read(key), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

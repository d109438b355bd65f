import { ExportError } from "../../export/index.ts";
import { Bucket, BucketError } from "./bucket.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { attachment, type FileStore, type StoredFile } from "./file-store.ts";

/** How long a link to a file can be followed. */
const LINK_SECONDS = 60;
const RUNS = "runs/";

/** Files in a bucket, for any number of servers: `runs/<run>/<attempt>/<format>`. */
export function bucketStore(address: BucketAddress): FileStore {
  const bucket = new Bucket(address);
  const keyOf = ({ run, attempt, format }: StoredFile): string => `${RUNS}${run}/${attempt}/${format}`;
  return {
    size: (file) => bucket.size(keyOf(file)),
    async write(file, chunks) {
      try {
        await bucket.write(keyOf(file), chunks, { type: file.type });
      } catch (error) {
        throw error instanceof BucketError ? new ExportError("unwritable", error.message, error) : error;
      }
    },
    read: (file) => bucket.read(keyOf(file)),
    link: (file) => bucket.link(keyOf(file), LINK_SECONDS, { disposition: attachment(file.name), type: file.type }),
    place: (file) => `${address.bucket}/${address.prefix}${keyOf(file)}`,
    async forget(run) {
      for (const key of await bucket.list(`${RUNS}${run}/`)) await bucket.remove(key);
    },
    async runs() {
      const keys = await bucket.list(RUNS);
      return [...new Set(keys.map((key) => key.slice(RUNS.length).split("/", 1)[0] ?? ""))];
    },
    own: async () => undefined,
  };
}

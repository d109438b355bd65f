import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bucket, BucketError } from "../../src/server/files/bucket.ts";
import { readBucketAddress } from "../../src/server/files/bucket-address.ts";
import { withFolder } from "../../src/server/files/local-copy.ts";
import { purge } from "../../src/server/purge.ts";
import { readConfig } from "../../src/server/config.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { testStorage, type TestStorage } from "../storage.ts";
import { ended, get, post, request, startTestServer, type TestServer } from "./test-server.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await testStorage();
});
afterAll(() => storage.end());

describe("the address of a bucket", () => {
  test("is read with its secret, region, prefix, and the origin of links", () => {
    expect(
      readBucketAddress(
        "s3://KEY:a%2Fb%2B=@s3.example.com:9000/files/one/two?region=eu-1&links=https://dl.example.com/",
      ),
    ).toEqual({
      accessKeyId: "KEY",
      secretAccessKey: "a/b+=",
      bucket: "https://s3.example.com:9000/files",
      links: "https://dl.example.com/files",
      region: "eu-1",
      prefix: "one/two/",
    });
    expect(readBucketAddress("s3://k:s@h/files?tls=off").bucket).toBe("http://h/files");
  });

  test.each([
    "https://KEY:hushhush@host/files",
    "s3://KEY:hush/hush@host/files",
    "s3://host/files",
    "s3://KEY@host/files",
    "s3://KEY:hushhush@host",
    "s3://KEY:hushhush@host/Files",
    "s3://KEY:hushhush@host/files?tls=maybe",
    "s3://KEY:hushhush@host/files?secret=hushhush",
    "s3://KEY:hushhush@host/files?links=dl.example.com/path",
    "s3://KEY:hushhush%@host/files",
  ])("%s is refused, and nothing of it is repeated", (text) => {
    let message = "";
    try {
      readConfig({ FILES_URL: text });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/FILES_URL: .* It is written s3:\/\/key:secret@host\/bucket/s);
    expect(message).not.toMatch(/hush|KEY/);
  });
});

describe("a file in a bucket", () => {
  const open = (url = storage.url): Bucket =>
    new Bucket(readBucketAddress(url), { retryMs: [1, 1], partBytes: 1 << 16 });
  const kind = { type: "text/csv" };
  const bytes = randomBytes(170_000);
  /** Chunks of many sizes in one buffer, as the engine's are. */
  async function* chunks(of: Buffer, breaks = false): AsyncGenerator<Buffer, void> {
    const reused = Buffer.alloc(30_000);
    for (let at = 0, size = 1; at < of.length; at += size, size = Math.min(size * 3, reused.length)) {
      const length = of.copy(reused, 0, at, at + size);
      yield reused.subarray(0, length);
    }
    if (breaks) throw new Error("the engine died");
  }

  const sizes: readonly (readonly [string, Buffer])[] = [
    ["of parts", bytes],
    ["empty", Buffer.alloc(0)],
    ["small", bytes.subarray(0, 1_000)],
    ["of exactly one part", bytes.subarray(0, 1 << 16)],
  ];
  test.each(rounds(sizes.slice(0, 2), sizes))(
    "(%s) is read as it was written, by another server too, and removed",
    async (name, of) => {
      const key = `runs/a b/1/${name}`;
      await open().write(key, chunks(of), kind);
      expect(await open().size(key)).toBe(of.length);
      expect(of.equals(await buffer(await open().read(key)))).toBe(true);
      expect(await open().list("runs/a b/")).toEqual([key]);
      await open().remove(key);
      expect(await open().size(key)).toBeNull();
      expect(await storage.stored()).toEqual([]);
    },
  );

  test.each([
    ["small", bytes.subarray(0, 1_000)],
    ["of parts", bytes],
  ])("(%s) whose making breaks off leaves nothing, and an older one as it was", async (_, of) => {
    await expect(open().write("x", chunks(of, true), kind)).rejects.toThrow("the engine died");
    expect(await storage.stored()).toEqual([]);
    await open().write("x", chunks(bytes.subarray(0, 10)), kind);
    await expect(open().write("x", chunks(of, true), kind)).rejects.toThrow("the engine died");
    expect(await open().size("x")).toBe(10);
    await open().remove("x");
  });

  test.each(rounds([503] as const, ["break", 503] as const))(
    "goes on after trouble of the storage (%s), and fails whole where it stays",
    async (what) => {
      const once = new Set<string>();
      storage.trouble(({ method, url }) => {
        const call = `${method} ${url.replace(/uploadId=\w+/, "")}`;
        if (once.has(call)) return null;
        once.add(call);
        return what;
      });
      await open().write("x", chunks(bytes), kind);
      storage.trouble(() => null);
      expect(once.size).toBe(5);
      expect(bytes.equals(await buffer(await open().read("x")))).toBe(true);
      await open().remove("x");
      storage.trouble(({ url }) => (url.includes("partNumber=2") ? what : null));
      await expect(open().write("x", chunks(bytes), kind)).rejects.toThrow(BucketError);
      storage.trouble(() => null);
      expect(await storage.stored()).toEqual([]);
    },
  );

  test("is nothing to somebody with another secret; errors hold neither secret nor key", async () => {
    const wrong = storage.url.replace("S3RVER:S3RVER", "S3RVER:hushhush");
    const error: unknown = await open(wrong)
      .size("x")
      .then(
        () => null,
        (failure: unknown) => failure,
      );
    expect(error).toBeInstanceOf(BucketError);
    expect(String(error)).toMatch(/^BucketError: The storage of files answered 403/);
    const closed = await testStorage();
    await closed.end();
    const gone = await open(closed.url.replace("S3RVER:S3RVER", "S3RVER:hushhush")).list("").catch(String);
    expect(gone).toBe("BucketError: The storage of files cannot be reached: ECONNREFUSED.");
  });
});

test("a folder of imports in a bucket is copied as it is, and gone afterwards; a name that leads out of it is left alone", async () => {
  const bucket = new Bucket(readBucketAddress(storage.url));
  const names = ["data/daily.csv", "data/more/minute.csv.gz", "data/shown/", "data/x/../../../out.csv", "other.csv"];
  for (const name of names) {
    await bucket.write(name, Readable.from([Buffer.from(name)]), { type: "text/csv" }).catch(() => undefined);
  }
  const copied = await withFolder(readBucketAddress(storage.url.replace("?", "/data?")), async (folder) => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return Promise.all(
      paths.map(async (path) => [relative(folder, path), await readFile(path, "utf8"), path] as const),
    );
  });
  expect(copied.map(([path, text]) => `${path} ${text}`).toSorted()).toEqual([
    "daily.csv data/daily.csv",
    "more/minute.csv.gz data/more/minute.csv.gz",
  ]);
  expect(copied.map(([, , path]) => existsSync(path))).toEqual([false, false]);
  expect(await withFolder("/some/folder", async (folder) => folder)).toBe("/some/folder");
  for (const key of await bucket.list("")) await bucket.remove(key);
});

// Files are written and read above, tickets in `tests/server/downloads.test.ts`; only the soak sends a browser to the
// bucket.
describe.runIf(IN_SOAK)("a server with a bucket", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: readConfig({ FILES_URL: storage.url }) });
  });
  afterAll(() => server.end());

  test("sends a browser there for a file, which has its name and can be resumed, and removes it with its run", async () => {
    const { id } = (await post(server.app, "/v1/data-requests", request())).json();
    await ended(server, id, server.account);
    const own = await get(server.app, `/v1/data-requests/${id}/export?format=csv`);
    expect(own.headers["content-disposition"]).toContain(".csv");
    const before = storage.calls.filter((call) => call.startsWith("PUT")).length;

    const ticket = (await post(server.app, `/v1/data-requests/${id}/ticket`, { format: "csv" })).json();
    const answer = await get(server.app, ticket.address);
    expect([answer.statusCode, answer.body, answer.headers["cache-control"]]).toEqual([302, "", "no-store"]);
    const link = String(answer.headers["location"]);
    const file = await fetch(link);
    expect(file.headers.get("content-disposition")).toBe(own.headers["content-disposition"]);
    expect(file.headers.get("content-type")).toBe(own.headers["content-type"]);
    expect(await file.text()).toBe(own.body);
    const rest = await fetch(link, { headers: { range: "bytes=10-" } });
    expect([rest.status, await rest.text()]).toEqual([206, own.body.slice(10)]);
    // It says what is fetched and until when, and nothing else can be had with it.
    expect(new URL(link).searchParams.get("X-Amz-Expires")).toBe("60");
    expect((await fetch(link.replace("/csv?", "/xlsx?"))).status).toBe(403);
    expect(storage.calls.filter((call) => call.startsWith("PUT")).length).toBe(before);

    const { run_id: run } = await server.db
      .selectFrom("data_request")
      .select("run_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(new URL(link).pathname).toBe(`/files/runs/${run}/1/csv`);
    expect(await server.files.runs()).toEqual([run]);
    const clean = () => purge({ ...server, logger: pino({ level: "silent" }) });
    await clean();
    expect(await server.files.runs()).toEqual([run]);
    await server.db.deleteFrom("data_request").where("id", "=", id).execute();
    await clean();
    expect(await storage.stored()).toEqual([]);
  });
});

import { createHash, createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Part of s3rver that is used; it comes without types. */
interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
type MakeS3rver = new (options: Readonly<Record<string, unknown>>) => S3rver;
const isS3rver = (found: unknown): found is MakeS3rver => typeof found === "function";

/** What a call of the storage is to meet: nothing, a connection that breaks, or an answer of the server's own fault. */
type Trouble = (call: { readonly method: string; readonly url: string }) => "break" | 503 | null;

export interface TestStorage {
  /** The address of the bucket as FILES_URL has it. */
  readonly url: string;
  readonly port: number;
  /** Everything that is stored, as files of s3rver, unfinished uploads included. */
  stored(): Promise<readonly string[]>;
  /** From now on calls meet trouble. */
  trouble(next: Trouble): void;
  /** Every call so far: method and path with query. */
  readonly calls: readonly string[];
  end(): Promise<void>;
}

/** A storage with S3's interface on this machine, with one empty bucket; it checks signatures as others do. */
export async function testStorage(): Promise<TestStorage> {
  const found: unknown = createRequire(import.meta.url)("@20minutes/s3rver");
  if (!isS3rver(found)) throw new Error("s3rver is a class");
  const folder = await mkdtemp(join(tmpdir(), "scanbook-storage-"));
  const inner = new found({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "files" }],
    // It spells quotes and stars of a query otherwise than S3 does; they are checked below.
    allowMismatchedSignatures: true,
  });
  const { port: innerPort } = await inner.run();
  let trouble: Trouble = () => null;
  const calls: string[] = [];
  const server = createServer((call, reply) => {
    const { method = "", url = "", headers } = call;
    calls.push(`${method} ${url}`);
    const met = trouble({ method, url });
    if (met === "break") return void call.once("data", () => reply.destroy()).once("end", () => reply.destroy());
    if (met !== null) return void call.resume().once("end", () => reply.writeHead(met).end());
    if (signatureOf(call) !== givenSignature(call)) {
      call.resume();
      reply.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      return;
    }
    const upload = /[?&]uploadId=(\w+)/.exec(url)?.[1];
    // The one call that s3rver lacks.
    if (method === "DELETE" && upload !== undefined) {
      void rm(join(folder, "files", "._S3rver_uploads", upload), { recursive: true }).then(() =>
        reply.writeHead(204).end(),
      );
      return;
    }
    const on = request({ host: "127.0.0.1", port: innerPort, method, path: url, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    on.on("error", () => reply.destroy());
    call.pipe(on);
  });
  const port = await listening(server);
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?tls=off`,
    port,
    calls,
    trouble: (next) => void (trouble = next),
    stored: async () => {
      const entries = await readdir(join(folder, "files"), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
    },
    async end() {
      server.close();
      server.closeAllConnections();
      await inner.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SECRET = "S3RVER";
const strictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const authorization = ({ headers }: IncomingMessage): ReadonlyMap<string, string> =>
  new Map(
    (headers.authorization ?? "").matchAll(/(\w+)=([^,]+)/g).map(([, name = "", value = ""]) => [name, value] as const),
  );
const queryOf = ({ url = "" }: IncomingMessage): URLSearchParams => new URL(url, "http://storage").searchParams;

const givenSignature = (call: IncomingMessage): string | null | undefined =>
  queryOf(call).get("X-Amz-Signature") ?? authorization(call).get("Signature");

/** What the signature has to be (AWS Signature Version 4, written from its description). */
function signatureOf(call: IncomingMessage): string {
  const query = queryOf(call);
  const given = authorization(call);
  const signed = (query.get("X-Amz-SignedHeaders") ?? given.get("SignedHeaders") ?? "").split(";");
  const header = (name: string): string => String(call.headers[name] ?? "").trim();
  const credential = query.get("X-Amz-Credential") ?? given.get("Credential") ?? "";
  const [, day = "", region = "", service = ""] = credential.split("/");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const parameters = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map((pair) => pair.map(strictly).join("="))
    .toSorted();
  const canonical = [
    call.method,
    new URL(call.url ?? "", "http://storage").pathname,
    parameters.join("&"),
    ...signed.map((name) => `${name}:${header(name)}`),
    "",
    signed.join(";"),
    header("x-amz-content-sha256") || "UNSIGNED-PAYLOAD",
  ].join("\n");
  const at = query.get("X-Amz-Date") ?? header("x-amz-date");
  const text = ["AWS4-HMAC-SHA256", at, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, text).toString("hex");
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readBucketAddress } from "../../src/server/files/bucket-address.ts";

const read = (path: string): string => readFileSync(join(resolve(import.meta.dirname, "../.."), path), "utf8");
const texts = z.array(z.string()).default([]);
const Service = z.object({
  image: z.string().default(""),
  command: texts,
  environment: z.record(z.string(), z.string()).default({}),
  ports: texts,
  profiles: texts,
  entrypoint: texts,
});
const { services } = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(read("deploy/compose.yml"), { merge: true }));
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith("scanbook"));

test("a storage stands ready where a profile asks for it: the address that the example gives is its own", () => {
  const [, address = ""] = /^# FILES_URL: (\S+)$/m.exec(read("deploy/compose.env.example")) ?? [];
  const bucket = readBucketAddress(address.replace("<STORAGE_SECRET>", "secret"));
  const ofProfile = Object.entries(services).filter(([, { profiles }]) => profiles.includes("storage"));
  expect(ofProfile.map(([name]) => name)).toEqual(["storage", "bucket"]);
  const { environment, ports, command } = services["storage"] ?? Service.parse({});
  const [host = "", name = ""] = bucket.bucket.replace("http://", "").split("/");
  expect(host).toBe(`storage:${/-s3\.port=(\d+)/.exec(command.join(" "))?.[1]}`);
  expect(environment["AWS_ACCESS_KEY_ID"]).toBe(bucket.accessKeyId);
  expect(environment["AWS_SECRET_ACCESS_KEY"]).toBe("${STORAGE_SECRET:-}");
  expect(services["bucket"]?.entrypoint.join(" ")).toContain(`s3.bucket.create -name ${name}'`);
  const published = bucket.links.replace(`/${name}`, "").replace("http://localhost", "127.0.0.1");
  expect(ports).toEqual([`${published}:${host.split(":")[1]}`]);
  for (const [role, { environment: set, profiles }] of ours) {
    expect([role, set["FILES_URL"], profiles]).toEqual([role, "${FILES_URL:-}", []]);
  }
});

import { describe, expect, test } from "vitest";
import { isPublic, readAddress } from "../../src/server/webhooks/address.ts";
import { guardedLookup, postJson } from "../../src/server/webhooks/post.ts";
import type { Resolve } from "../../src/server/webhooks/post.ts";
import { signature } from "../../src/server/webhooks/signature.ts";

const refused = (text: string, loopback = false): boolean => "refusal" in readAddress(text, loopback);

describe("an address of a webhook", () => {
  test.each([
    ["https://hooks.scanbook.dev/in", "https://hooks.scanbook.dev/in"],
    ["https://8.8.8.8:8443/x?y=1#z", "https://8.8.8.8:8443/x?y=1"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    ["HTTPS://Hooks.Scanbook.DEV", "https://hooks.scanbook.dev/"],
  ])("%s is taken", (text, href) => {
    const read = readAddress(text, false);
    expect("url" in read && read.url.href).toBe(href);
  });

  test.each([
    "no address",
    "http://hooks.scanbook.dev/",
    "ftp://hooks.scanbook.dev/",
    "file:///etc/passwd",
    "https://user:word@hooks.scanbook.dev/",
    "https://localhost/",
    "https://api.localhost./",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://db/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.100.100.200/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:1::]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    `https://hooks.scanbook.dev/${"a".repeat(2_000)}`,
  ])("%s is refused", (text) => expect(refused(text)).toBe(true));

  test("this machine may be called only where the configuration says so, and nothing else of the network then", () => {
    for (const here of ["http://127.0.0.1:8080/", "http://localhost:8080/", "https://[::1]/"]) {
      expect([refused(here), refused(here, true)]).toEqual([true, false]);
    }
    for (const other of ["https://10.0.0.1/", "http://8.8.8.8/", "http://hooks.scanbook.dev/"]) {
      expect(refused(other, true)).toBe(true);
    }
  });

  test.each(["172.15.255.255", "172.32.0.0", "100.63.255.255", "192.0.1.1", "2a00::1"])("%s is public", (ip) =>
    expect(isPublic(ip)).toBe(true),
  );
});

describe("a name that leads inwards", () => {
  const leadsTo =
    (...found: readonly string[]): Resolve =>
    (_, __, done) =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  test.each([["127.0.0.1"], ["10.0.0.7"], ["169.254.169.254"], ["::1"], ["8.8.8.8", "192.168.1.1"]])(
    "is refused by the socket's own look-up: %s",
    async (...found) => {
      const resolve = leadsTo(...found);
      const posted = await postJson({
        url: "https://hooks.scanbook.dev/",
        body: "{}",
        headers: {},
        allowLoopback: false,
        resolve,
      });
      expect(posted.kind).toBe("refused");
    },
  );

  test("the look-up gives what it was given where all of it is public", async () => {
    const looked = guardedLookup(false, leadsTo("8.8.8.8", "2606:4700::1111"));
    const one = await new Promise((done) => looked("x.dev", {}, (...answer) => done(answer)));
    expect(one).toEqual([null, "8.8.8.8", 4]);
    const all = await new Promise((done) => looked("x.dev", { all: true }, (...answer) => done(answer)));
    expect(all).toEqual([
      null,
      [
        { address: "8.8.8.8", family: 4 },
        { address: "2606:4700::1111", family: 6 },
      ],
    ]);
  });
});

test("the signature is HMAC-SHA256 over the time and the body", () => {
  // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  expect(signature("whsec_test", '{"a":1}', 1_700_000_000)).toBe(
    "t=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789",
  );
});

import { expect, test } from "vitest";
import { sourceCaller } from "../../src/sources/call-source.ts";
import { CONNECTORS } from "../../src/sources/index.ts";
import { localSource } from "./local-source.ts";

const DENIED = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`;

test("a store that denies access to what is not there has nothing of that name, where its connector says so", async () => {
  const source = await localSource((path) => ({ status: 403, body: path === "/missing" ? DENIED : "Forbidden" }));
  try {
    for (const connector of CONNECTORS) {
      const call = sourceCaller(connector, {
        keys: connector.keys.map(() => "key"),
        addresses: { only: source.address },
        limits: [],
        signal: new AbortController().signal,
        retries: 0,
      });
      const answerOf = (path: string): Promise<unknown> =>
        call({ name: path, path, of: "facts" }).catch((error: unknown) => String(error));
      const refused = expect.stringMatching(/FetchError: .* refuses .*\(403\)/);
      expect(await answerOf("/missing"), connector.name).toEqual(connector.name === "finra" ? null : refused);
      expect(await answerOf("/closed"), connector.name).toEqual(refused);
    }
  } finally {
    await source.close();
  }
});

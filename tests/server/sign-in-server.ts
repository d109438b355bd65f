import { afterAll, beforeAll, beforeEach } from "vitest";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import { startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

/** A caller that is no browser. */
export const PROGRAM = { host: "localhost:3000" };
export const PASSWORD = "correct horse battery";
export const FRESH = "quite another phrase";
export type Headers = Readonly<Record<string, string>>;

/** The server of a file about signing in, with `PASSWORD` hashed once; no test meets the attempts of another. */
export function useSignInServer() {
  let server: TestServer;
  let hashed: string;
  beforeAll(async () => {
    server = await startTestServer();
    hashed = await hashPassword(PASSWORD);
  });
  afterAll(() => server.end());
  beforeEach(async () => {
    await server.db.deleteFrom("allowance").execute();
  });
  const send = async (url: string, payload: object, headers: Headers = PROGRAM, remoteAddress = "192.0.2.1") =>
    server.app.inject({ method: "POST", url, headers, payload, remoteAddress });
  return {
    get server() {
      return server;
    },
    get hashed() {
      return hashed;
    },
    send,
    signIn: async (email: string, password: string, headers: Headers = PROGRAM, from?: string) =>
      send("/v1/auth/jwt", { email, password }, headers, from),
  };
}

import { makeAccount, signedIn } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Headers = Readonly<Record<string, string>>;

/** Somebody who is signed in, by a program. */
export async function somebody(
  { app, db }: Pick<TestServer, "app" | "db">,
  made: Parameters<typeof makeAccount>[1] = {},
) {
  const id = await makeAccount(db, made);
  const own = await signedIn(db, id);
  return {
    id,
    headers: own,
    /** Calls and gives status and body. */
    async send(method: Method, url: string, payload?: object, headers: Headers = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...own, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
    },
  };
}

export type Somebody = Awaited<ReturnType<typeof somebody>>;

/** Headers of an administrator's session as somebody. */
export async function actingAs(admin: Somebody, user: string): Promise<Headers> {
  const { body } = await admin.send("POST", `/v1/users/${user}/use-as`, {});
  return { ...admin.headers, authorization: `Bearer ${body.token}` };
}

import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { interactionPolicy, Provider } from "oidc-provider";

/** Somebody with an account at the provider. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface OpenIdProvider {
  readonly issuer: string;
  /** Goes through the provider's pages as somebody, or thinks better of it; gives the address it sends the browser back to. */
  visit(start: string, person: Person | null): Promise<URL>;
  /** Whether the address stands in the ID token, as Google does it, or is told at userinfo only. */
  emailInToken(yes: boolean): void;
  close(): Promise<void>;
}

export const CLIENT = { id: "scanbook-test", secret: "kept-between-both-of-us" } as const;

/** A certified OpenID provider on this machine. */
export async function startOpenIdProvider(callback: string): Promise<OpenIdProvider> {
  const people = new Map<string, Person>();
  let visitor: Person | null = null;
  let inToken = false;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" };
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const bound = server.address();
  const issuer = `http://localhost:${bound !== null && typeof bound === "object" ? bound.port : 0}`;

  const make = (conformIdTokenClaims: boolean): Provider => {
    const policy = interactionPolicy.base();
    policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
    return new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      conformIdTokenClaims,
      cookies: { keys: ["of a test"] },
      features: { devInteractions: { enabled: false } },
      findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => people.get(id) }),
      interactions: { policy, url: () => "/interaction" },
      jwks: { keys: [key] },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
  };
  const providers = { userinfo: make(true), token: make(false) };
  const provider = (): Provider => (inToken ? providers.token : providers.userinfo);

  server.on("request", (request, response) => {
    const respond = async (): Promise<void> => {
      if (request.url !== "/interaction") return provider().callback()(request, response);
      const now = provider();
      if (visitor === null) {
        return now.interactionFinished(request, response, { error: "access_denied" });
      }
      const { params } = await now.interactionDetails(request, response);
      const grant = new now.Grant({ accountId: visitor.sub, clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      const result = {
        select_account: {},
        login: { accountId: visitor.sub },
        consent: { grantId: await grant.save() },
      };
      return now.interactionFinished(request, response, result);
    };
    void respond();
  });

  return {
    issuer,
    emailInToken(yes) {
      inToken = yes;
    },
    async visit(start, person) {
      visitor = person;
      if (person !== null) people.set(person.sub, person);
      const jar = new Map<string, string>();
      let at = start;
      for (let hop = 0; hop < 8; hop += 1) {
        const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
        const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const to = answer.headers.get("location");
        if (to === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
        const next = new URL(to, at);
        if (next.href.startsWith(callback)) return next;
        at = next.href;
      }
      throw new Error("The provider sends the browser around in circles.");
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

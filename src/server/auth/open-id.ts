import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Configuration } from "openid-client";
import { z } from "zod";

/** State that the browser keeps while the user is at the provider, in a cookie that scripts cannot read. */
export const SignInState = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type SignInState = z.infer<typeof SignInState>;

/** The identity that the provider confirms. It is issuer and subject; an address may change its owner. */
export interface OpenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Null where there is none, or the provider has not verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const SCOPE = "openid email profile";
const TIMEOUT_SECONDS = 10;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Sign-in method an OpenID provider: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1; RFC 9700). */
export class OpenIdSignIn {
  readonly #settings: OpenIdSettings;
  readonly #callback: string;
  #found: Promise<Configuration> | null = null;

  /** `callback` is the address registered with the provider. */
  constructor(settings: OpenIdSettings, callback: string) {
    this.#settings = settings;
    this.#callback = callback;
  }

  /** Where to send the browser, and what it keeps. Rejects where the provider does not answer. */
  async begin(): Promise<{ readonly url: URL; readonly kept: SignInState }> {
    const configuration = await this.#configuration();
    const kept = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback,
      scope: SCOPE,
      state: kept.state,
      nonce: kept.nonce,
      code_challenge: await calculatePKCECodeChallenge(kept.verifier),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
    return { url, kept };
  }

  /** The identity that the provider sent back. Rejects where state, nonce, verifier, signature or code do not match. */
  async finish(query: string, { state, nonce, verifier }: SignInState): Promise<OpenIdentity> {
    const configuration = await this.#configuration();
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#callback}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("The provider sent no ID token.");
    const { iss: issuer, sub: subject } = claims;
    // Some providers put only the subject into the token.
    const more =
      claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, subject)
        : claims;
    const { email, name } = more;
    return {
      issuer,
      subject,
      email: typeof email === "string" && more.email_verified === true ? email : null,
      name: typeof name === "string" ? name : null,
    };
  }

  /** The provider's metadata, read once, and again after a failure. */
  async #configuration(): Promise<Configuration> {
    this.#found ??= this.#discover();
    try {
      return await this.#found;
    } catch (error) {
      this.#found = null;
      throw error;
    }
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    // Only a test's provider on this machine may use http.
    const insecure = server.protocol === "http:" && LOOPBACK.has(server.hostname);
    return discovery(server, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(insecure ? { execute: [allowInsecureRequests] } : {}),
    });
  }
}

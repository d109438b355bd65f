/** As much of the provider as the tests call; the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Account {
    readonly accountId: string;
    readonly claims: () => Promise<Readonly<Record<string, unknown>> & { readonly sub: string }>;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Prompt {
    readonly name: string;
  }
  export const interactionPolicy: {
    readonly Prompt: new (info: { readonly name: string; readonly requestable: boolean }) => Prompt;
    readonly base: () => { add(prompt: Prompt, index: number): void };
  };
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (owner: { readonly accountId: string; readonly clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly params: { readonly client_id: string; readonly scope: string } }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

/** The part of the package that tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** The context of Koa, after the provider has answered. */
  export interface ProviderContext {
    readonly oidc?: {
      readonly route: string;
      readonly client: { clientId: string };
      readonly session: { accountId: string };
    };
    // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test makes of it
    body: any;
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: headers of Koa
    readonly response: any;
  }

  export class Provider {
    constructor(issuer: string, configuration: unknown);
    proxy: boolean;
    use(layer: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
    readonly Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}

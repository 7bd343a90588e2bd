/** The part of oidc-provider that tests use: a real OpenID Connect provider on a local port. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Configuration {
    clients: Record<string, unknown>[];
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    jwks: { keys: unknown[] };
    ttl: Record<string, number>;
    pkce: { required: () => boolean };
    findAccount(
      context: unknown,
      subject: string,
    ): { accountId: string; claims(): Promise<{ sub: string } & Record<string, unknown>> };
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}

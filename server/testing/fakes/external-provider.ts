import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** The default URL that the provider sends people back to. The server must have it as `PUBLIC_URL`. */
export const publicUrl = 'https://community.example';
export const clientSecret = 'a shared client secret';

/** The parameters that the provider added to the callback URL. */
export interface CallbackResponse {
  code: string;
  state: string;
  iss: string;
}

/** A real OpenID Connect provider behind a proxy, through which a test can change responses. */
export interface TestProvider {
  issuer: string;
  /** The settings of a server that signs in with it. */
  settings: NodeJS.ProcessEnv;
  /** The claims of each person, by subject. */
  people: Map<string, Record<string, unknown>>;
  /** Handles a request instead of the provider when it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Signs in as a person with a new browser and gives consent, through the provider's own forms. */
  visit(url: string, subject: string): Promise<CallbackResponse>;
  /** Signs any claims with the provider's own key. */
  signToken(claims: Record<string, unknown>): string;
  stop(): Promise<void>;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** `backTo` is the URL of the server that signs people in with this provider. */
export async function startTestProvider(backTo: string = publicUrl): Promise<TestProvider> {
  const callback = `${backTo}/auth/callback`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let respond: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null = null;
  const proxy = createServer((request, response) => {
    if (!provider.intercept?.(request, response)) void respond?.(request, response);
  });
  const issuer = await listen(proxy);
  const people: TestProvider['people'] = new Map();

  const client = {
    client_secret: clientSecret,
    redirect_uris: [callback],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
  // It logs a long warning that its sign-in forms are for development.
  const { warn } = console;
  console.warn = () => {};
  respond = new Provider(issuer, {
    clients: [
      { ...client, client_id: 'hearth', token_endpoint_auth_method: 'client_secret_basic' },
      { ...client, client_id: 'hearth-post', token_endpoint_auth_method: 'client_secret_post' },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'picture'],
    },
    cookies: { keys: ['a key of the provider'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: async () => ({ ...people.get(subject), sub: subject }),
    }),
  }).callback();
  console.warn = warn;

  const provider: TestProvider = {
    issuer,
    settings: {
      PUBLIC_URL: backTo,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'hearth',
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Village pass',
    },
    people,
    intercept: null,
    visit: (url, subject) => visit(url, subject, callback),
    signToken(claims) {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    },
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
  return provider;
}

/** Acts as a browser at the provider: keeps cookies, follows redirects and submits forms until it is sent back. */
async function visit(start: string, subject: string, callback: string): Promise<CallbackResponse> {
  const cookies = new Map<string, string>();
  let url = start;
  let init: RequestInit = {};
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get('location');
    if (location?.startsWith(callback)) {
      const { code = '', state = '', iss = '' } = Object.fromEntries(new URL(location).searchParams);
      return { code, state, iss };
    }
    if (location) {
      [url, init] = [new URL(location, url).href, {}];
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt)
      throw new Error(`the provider shows no form: ${response.status} ${page.slice(0, 2000)}`);
    const body = new URLSearchParams({ prompt, login: subject, password: 'any' });
    [url, init] = [new URL(action, url).href, { method: 'POST', body }];
  }
  throw new Error('the provider never sent the browser back');
}

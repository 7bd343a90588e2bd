import { type Api, api, type OperationId } from '#contract/api.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { Endpoint, EndpointInput, EndpointOutput } from '#contract/schema/endpoint.ts';

/** An error response, as tests read it. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly data: unknown;
  readonly headers: Headers;
  constructor(status: number, body: ErrorBody, headers: Headers) {
    super(`${status} ${body.error.code}: ${body.error.message}`);
    this.status = status;
    this.code = body.error.code;
    this.data = body.error.data;
    this.headers = headers;
  }
}

/** A browser as the API sees it: it keeps cookies and calls endpoints of the contract. */
export interface TestClient {
  /** Calls an operation and checks the response against the contract. Throws `ApiFailure`. */
  call<Id extends OperationId>(
    operation: Id,
    input?: EndpointInput<Api[Id]>,
  ): Promise<EndpointOutput<Api[Id]>>;
  /** Sends any request, with this client's cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookieHeader(): string;
  cookies: Map<string, string>;
}

/** Stores or deletes the cookies of `Set-Cookie` lines, as a browser does. */
export function storeCookies(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  }
}

export function createTestClient(baseUrl: () => string): TestClient {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', cookieHeader());
    const response = await fetch(baseUrl() + path, { redirect: 'manual', ...init, headers });
    storeCookies(cookies, response.headers.getSetCookie());
    return response;
  };
  return {
    cookies,
    cookieHeader,
    fetch: send,
    async call(operation, input) {
      const endpoint: Endpoint = api[operation];
      const { path, init } = toRequest(endpoint, (input ?? {}) as Record<string, unknown>);
      const response = await send(path, init);
      const body: unknown = await response.json();
      if (!response.ok) throw new ApiFailure(response.status, body as ErrorBody, response.headers);
      return endpoint.output.parse(body) as never;
    },
  };
}

/** Builds the request of an endpoint: fills in path parameters and puts the other fields in the query or the body. */
export function toRequest(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; init: RequestInit } {
  const rest = { ...input };
  const filled = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    if (endpoint.body && name in endpoint.body.shape) body[name] = value;
    else if (endpoint.query && name in endpoint.query.shape) query.set(name, String(value));
    else body[name] = value;
  }
  const search = query.size > 0 ? `?${query}` : '';
  const sendsBody = endpoint.body !== undefined;
  return {
    path: filled + search,
    init: {
      method: endpoint.method,
      ...(sendsBody ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    },
  };
}

import type { Api, OperationId } from '#contract/api.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { t } from '#contract/i18n/translate.ts';
import type { EndpointInput, EndpointOutput } from '#contract/schema/endpoint.ts';
import { compareClocks } from '../server-clock.ts';
import { endpoints, writeQueries } from './endpoints.gen.ts';
import { recordUnsentWrite } from './unsent-writes.ts';

/** The part of a response the client needs. Implemented by the browser's `Response` and by server rendering. */
export interface ApiResponse {
  status: number;
  json: () => Promise<unknown>;
}
export interface ApiRequest {
  operation: OperationId;
  input: Record<string, unknown>;
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}
export type FetchApi = (path: string, request: ApiRequest) => Promise<ApiResponse>;

/** An error response of the server: code, HTTP status, message for the user, additional data and request ID. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: unknown;
  readonly requestId: string | null;
  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    data: unknown = null,
    requestId: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.data = data;
    this.requestId = requestId;
  }
}

/** The server could not be reached or did not respond in time. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(t("Couldn't reach the server. Check your connection and try again."), { cause });
    this.name = 'NetworkError';
  }
}

export type ApiInput<Id extends OperationId> = EndpointInput<Api[Id]>;
export type ApiOutput<Id extends OperationId> = EndpointOutput<Api[Id]>;
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends ApiInput<Id>
    ? [input?: ApiInput<Id>, options?: CallOptions]
    : [input: ApiInput<Id>, options?: CallOptions];
interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an operation of the contract. Path, query and body fields go in one object.
 * @throws ApiError for an error response, NetworkError if the server cannot be reached.
 */
export type Call = <Id extends OperationId>(
  operation: Id,
  ...args: CallArguments<Id>
) => Promise<ApiOutput<Id>>;

/** Where an operation is: its method and its path. */
function findEndpoint(operation: OperationId): { method: string; path: string } {
  for (const [method, paths] of Object.entries<Record<string, string>>(endpoints)) {
    const path = paths[operation];
    if (path !== undefined) return { method, path };
  }
  throw new Error(`No operation ${operation}`);
}
const queriesOf: Readonly<Record<string, readonly string[]>> = writeQueries;

/** Returns the URL and JSON body of a call. Fields named in the path fill it; the rest go to the query or the body. */
export function toRequest(
  operation: OperationId,
  input: Record<string, unknown>,
): { method: string; url: string; body: string | undefined } {
  const { method, path } = findEndpoint(operation);
  const queryNames = queriesOf[operation] ?? [];
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (method !== 'GET' && !queryNames.includes(name)) continue;
    if (value !== undefined && value !== null) query.set(name, String(value));
    delete rest[name];
  }
  const url = query.size > 0 ? `${filled}?${query}` : filled;
  const hasBody = method !== 'GET' && (method !== 'DELETE' || Object.keys(rest).length > 0);
  return { method, url, body: hasBody ? JSON.stringify(rest) : undefined };
}

/**
 * Converts an error response. Uses code `internal` or `unavailable` and no message if the body has an unknown format, such
 * as a proxy's error page: screens show their own message then.
 */
export function toApiError(status: number, body: unknown): ApiError {
  const error = (body as Partial<ErrorBody> | null)?.error;
  if (typeof error?.code === 'string')
    return new ApiError(error.code, status, error.message, error.data, error.request_id);
  const code = [502, 503, 504].includes(status) ? 'unavailable' : 'internal';
  return new ApiError(code, status, '');
}

/** A client that sends through `fetchApi`; `onUnsent` is called when a write could not be sent. */
export function createApiClient(
  fetchApi: FetchApi,
  onUnsent: (operation: OperationId) => void = () => {},
): Call {
  const call = async (
    operation: OperationId,
    input: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<unknown> => {
    const { method, url, body } = toRequest(operation, input);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    let response: ApiResponse;
    try {
      response = await fetchApi(url, { operation, input, method, headers, body, signal: options.signal });
    } catch (error) {
      const gaveUp = options.signal?.aborted && !isTimeout(options.signal.reason);
      if (gaveUp) throw error;
      if (method !== 'GET') onUnsent(operation);
      throw new NetworkError(error);
    }
    const parsed = await response.json().catch(() => null);
    if (response.status < 200 || response.status >= 300) throw toApiError(response.status, parsed);
    return parsed;
  };
  return call as Call;
}

/** Returns whether a request was aborted by its timeout and not by the caller. */
export const isTimeout = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';

/** Timeout of a call in the browser, in milliseconds. */
const callTimeout = 30_000;

/** The API client of the browser: same origin, with the session cookies. */
export const call: Call = createApiClient(async (path, { method, headers, body, signal }) => {
  const timeout = AbortSignal.timeout(callTimeout);
  const response = await fetch(path, {
    method,
    headers,
    body,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  compareClocks(response.headers.get('date'));
  return response;
}, recordUnsentWrite);

/** Returns whether an error is about the connection or an outage of the server, so that it can pass by itself. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === 'unavailable');

/** Returns after how many milliseconds the server wants to get a request again that it couldn't handle; null if it didn't say. */
export function retryAfterOf(error: unknown): number | null {
  const data = error instanceof ApiError ? (error.data as { retry_after?: unknown } | null) : null;
  return typeof data?.retry_after === 'number' ? data.retry_after * 1_000 : null;
}

export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/**
 * Returns whether what was asked for doesn't exist for the viewer. After other failures it may: too many requests, a broken
 * connection, a server in trouble.
 */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) && error.status < 500 && error.status !== 429;

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Api, api, type OperationId } from '#contract/api.ts';
import { currentLocale } from '#contract/i18n/locale.ts';
import type { Access } from '#contract/schema/access.ts';
import { accessLevels } from '#contract/schema/access.ts';
import type { Endpoint, EndpointOutput } from '#contract/schema/endpoint.ts';
import { locatedParam } from '#contract/schema/implied-errors.ts';
import type { SpaceContext, Viewer } from '../access.ts';
import type { Platform } from '../platform.ts';
import { deepFreeze } from './deep-freeze.ts';
import { createEndpointAccess, type KnownCaller, newCaller } from './endpoint-access.ts';
import { toErrorResponse } from './http-server.ts';
import { responseToJson } from './json-text.ts';
import { consumeRateLimit } from './limits/consume-rate-limit.ts';
import { parseInput } from './requests/check-input.ts';
import { shareRuns } from './share-runs.ts';

/** Largest body that isn't parsed, in bytes. */
const rawBodyLimit = 110 * 1024 * 1024;

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [key in K]?: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : unknown
  : unknown;
type AccessOf<Id extends OperationId> = Api[Id] extends { access: infer A } ? A : never;
type ViewerFor<A> = A extends 'public' | 'space-visitor' | 'space-viewer' ? Viewer | null : Viewer;

/** Only writes have a reply: several visitors can share a read, and a page contains several reads. */
type ReplyOf<E> = E extends { method: 'GET' } ? unknown : { reply: FastifyReply };

/** The arguments of a handler: validated input (path, query and body fields in one object), viewer and space. */
export type Call<Id extends OperationId> = ReplyOf<Api[Id]> & {
  input: Part<Api[Id], 'params'> & Part<Api[Id], 'query'> & Part<Api[Id], 'body'>;
  viewer: Access extends AccessOf<Id> ? Viewer | null : ViewerFor<AccessOf<Id>>;
  /** The space of the path; only with `space-…` access. */
  scope: SpaceContext;
  /**
   * The number of the latest live event before any data of this response was read; only with `space-…` access. Changes that
   * the response doesn't include have higher numbers, so a client that subscribes from it misses nothing.
   */
  liveCursor: number;
  /** Of the first of several signed-out visitors who share a call (`isShared`). */
  request: FastifyRequest;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<EndpointOutput<Api[Id]>>;

/** Binds the handler of an operation of the contract. */
export type RouteBinder = <Id extends OperationId>(operation: Id, handler: Handler<Id>) => void;

/** A call of a `GET` endpoint, with the fields of path and query. */
export interface ApiRead {
  operation: OperationId;
  input: Record<string, unknown>;
}

/** What an endpoint returned, or the error in the format of the contract. Nobody may change it: others may get the same object. */
export interface ApiResult {
  status: number;
  output: object;
  /** Returns the JSON of the output. */
  json: () => string | Buffer;
  /** Seconds after which to try again, after an error that says so. */
  retryAfter?: number | undefined;
}

/** Calls a `GET` endpoint in this process for whoever sent the request, by the same rules as over HTTP. Errors are results, too. */
export type ReadApi = (read: ApiRead, request: FastifyRequest) => Promise<ApiResult>;

/** Binds endpoints of the contract to handlers and records which are bound. */
export interface Routes {
  route: RouteBinder;
  read: ReadApi;
  /** @throws if an endpoint of the contract has no handler, or its access can't be checked. */
  requireComplete: () => void;
}

/** What a caller sent, before it is parsed. */
interface Sent {
  params: unknown;
  query: unknown;
  body?: unknown;
  request: FastifyRequest;
  /** Undefined for what a page reads. */
  reply?: FastifyReply | undefined;
  /** Of the page that reads. */
  known?: KnownCaller;
}

const isSearch = ({ query }: Sent): boolean => Boolean((query as { search?: unknown }).search);

/** Returns a result whose JSON is written once, when it's needed. */
function toResult(status: number, output: object): ApiResult {
  let text: string | Buffer | undefined;
  return {
    status,
    output,
    json: () => {
      text ??= responseToJson(output);
      return text;
    },
  };
}

/** Whether signed-out visitors who send the same request at the same moment get the response of one call: all of them see the same. */
const isShared = ({ method, access, rateLimit }: Endpoint): boolean =>
  method === 'GET' && (access === 'space-visitor' || access === 'space-viewer') && rateLimit === 'none';

/** Returns how to respond to calls of an operation: it finds the caller, enforces limits and access, parses the input and calls the handler. */
function createResponder<Id extends OperationId>(platform: Platform, operation: Id, handler: Handler<Id>) {
  const { config, cookies, budgets, clientAddress } = platform;
  const endpoint: Endpoint = api[operation];
  const { rateLimit } = endpoint;
  const access = createEndpointAccess(endpoint, platform);
  const checkOutput = config.environment !== 'production';

  const callHandler = async (
    token: string | null,
    params: Record<string, string>,
    sent: Sent,
  ): Promise<ApiResult> => {
    const { request } = sent;
    // Visitors who share a call may have asked later than the page that found the caller.
    const caller = await access.findCaller(token, params, token === null ? undefined : sent.known);
    const { viewer, scope, live_cursor: liveCursor } = caller;
    budgets.takeForPerson('api', viewer?.user_id);
    if (isSearch(sent)) budgets.takeForPerson('search', viewer?.user_id);
    await consumeRateLimit(platform, rateLimit, viewer, clientAddress(request.raw));
    access.check(caller);
    const query = endpoint.query ? parseInput(endpoint.query, sent.query) : {};
    const body = endpoint.body ? parseInput(endpoint.body, sent.body ?? {}) : {};
    const reply = endpoint.method === 'GET' ? {} : { reply: sent.reply };
    const call = { input: { ...query, ...body, ...params }, viewer, scope, liveCursor, request, ...reply };
    const output = await handler(call as unknown as Call<Id>);
    if (checkOutput) {
      endpoint.output.parse(output);
      deepFreeze(output);
    }
    return toResult(200, output as object);
  };
  type Visit = [params: Record<string, string>, sent: Sent];
  const respondToAll = shareRuns((_key, visit: Visit) => callHandler(null, ...visit));

  return async (sent: Sent): Promise<ApiResult> => {
    const { request } = sent;
    const address = clientAddress(request.raw);
    budgets.takeForNetwork('api', address);
    if (isSearch(sent)) budgets.takeForNetwork('search', address);
    const params = (endpoint.params ? parseInput(endpoint.params, sent.params) : {}) as Record<
      string,
      string
    >;
    const token = sent.known ? sent.known.token : cookies.read(request.headers.cookie);
    if (token !== null || !isShared(endpoint)) return await callHandler(token, params, sent);
    const key = `${currentLocale()} ${JSON.stringify([params, sent.query])}`;
    return await respondToAll(key, [params, sent]);
  };
}
type Responder = ReturnType<typeof createResponder>;

/** Handles the requests of an operation over HTTP. */
const createHandler = (respond: Responder) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { params, query, body } = request;
  const result = await respond({ params, query, body, request, reply });
  if (request.method === 'GET') reply.header('cache-control', 'private, no-cache');
  return reply.type('application/json; charset=utf-8').send(result.json());
};

const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Splits the fields of a call into those of the path and of the query, as text, as an address contains them. */
function toSent(path: string, input: Record<string, unknown>): Pick<Sent, 'params' | 'query'> {
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  const names = new Set(pathNames(path));
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    (names.has(name) ? params : query)[name] = String(value);
  }
  return { params, query };
}

/** Registers an endpoint. A raw body stays a stream: its plugin scope parses nothing. */
function mount(
  app: FastifyInstance,
  { method, path: url, rawBody }: Endpoint,
  handler: ReturnType<typeof createHandler>,
): void {
  if (!rawBody) {
    app.route({ method, url, handler });
    return;
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route({ method, url, handler, bodyLimit: rawBodyLimit });
  });
}

function requireHandlers(bound: ReadonlySet<OperationId>): void {
  for (const [operation, endpoint] of Object.entries(api) as [OperationId, Endpoint][]) {
    if (!bound.has(operation)) throw new Error(`No feature serves ${operation}`);
    const isInSpace = endpoint.access.startsWith('space-');
    if (isInSpace && !locatedParam(endpoint.path)) {
      throw new Error(`${operation} asks for ${endpoint.access}, but its path names no space`);
    }
    if (endpoint.feature && !isInSpace) {
      throw new Error(`${operation} belongs to the ${endpoint.feature} of a space, but to no space`);
    }
  }
}

export function createRoutes(app: FastifyInstance, platform: Platform): Routes {
  const bound = new Map<OperationId, Responder>();

  const route: RouteBinder = (operation, handler) => {
    const endpoint: Endpoint = api[operation];
    if (!accessLevels.includes(endpoint.access)) throw new Error(`${operation} declares no access`);
    if (bound.has(operation)) throw new Error(`${operation} is bound twice`);
    const respond = createResponder(platform, operation, handler);
    bound.set(operation, respond);
    mount(app, endpoint, createHandler(respond));
  };

  /** Who requests the pages that are being read. */
  const callers = new WeakMap<FastifyRequest, KnownCaller>();
  const read: ReadApi = async ({ operation, input }, request) => {
    const { method, path }: Endpoint = api[operation];
    const respond = bound.get(operation);
    if (!respond || method !== 'GET') throw new Error(`${operation} can't be read`);
    const known = callers.get(request) ?? newCaller(platform.cookies.read(request.headers.cookie));
    callers.set(request, known);
    try {
      return await respond({ ...toSent(path, input), request, known });
    } catch (error) {
      const { status, body, retry_after } = toErrorResponse(request, error);
      return { ...toResult(status, body), retryAfter: retry_after };
    }
  };

  return { route, read, requireComplete: () => requireHandlers(new Set(bound.keys())) };
}

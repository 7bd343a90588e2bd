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
import { createEndpointAccess } from './endpoint-access.ts';
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

/** The arguments of a handler: validated input (path, query and body fields in one object), viewer and space. */
export interface Call<Id extends OperationId> {
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
  reply: FastifyReply;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<EndpointOutput<Api[Id]>>;

/** Binds the handler of an operation of the contract. */
export type RouteBinder = <Id extends OperationId>(operation: Id, handler: Handler<Id>) => void;

/** Binds endpoints of the contract to handlers and records which are bound. */
export interface Routes {
  route: RouteBinder;
  /** @throws if an endpoint of the contract has no handler, or its access can't be checked. */
  requireComplete: () => void;
}

const isSearch = ({ query }: FastifyRequest): boolean => Boolean((query as { search?: unknown }).search);

/** Whether signed-out visitors who send the same request at the same moment get the response of one call: all of them see the same. */
const isShared = ({ method, access, rateLimit }: Endpoint): boolean =>
  method === 'GET' && (access === 'space-visitor' || access === 'space-viewer') && rateLimit === 'none';

/** Handles the requests of an operation: finds the caller, enforces limits and access, parses the input and sends the result. */
function createHandler<Id extends OperationId>(platform: Platform, operation: Id, handler: Handler<Id>) {
  const { config, cookies, budgets, clientAddress } = platform;
  const endpoint: Endpoint = api[operation];
  const { rateLimit } = endpoint;
  const access = createEndpointAccess(endpoint, platform);
  const checkOutput = config.environment !== 'production';

  /** Calls the handler, and returns the JSON of its result. */
  const respond = async (
    token: string | null,
    params: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | Buffer> => {
    const caller = await access.findCaller(token, params);
    const { viewer, scope, live_cursor: liveCursor } = caller;
    budgets.takeForPerson('api', viewer?.user_id);
    if (isSearch(request)) budgets.takeForPerson('search', viewer?.user_id);
    await consumeRateLimit(platform, rateLimit, viewer, clientAddress(request.raw));
    access.check(caller);
    const query = endpoint.query ? parseInput(endpoint.query, request.query) : {};
    const body = endpoint.body ? parseInput(endpoint.body, request.body ?? {}) : {};
    const call = { input: { ...query, ...body, ...params }, viewer, scope, liveCursor, request, reply };
    const output = await handler(call as unknown as Call<Id>);
    if (checkOutput) endpoint.output.parse(output);
    return responseToJson(output as object);
  };
  type Visit = [params: Record<string, string>, request: FastifyRequest, reply: FastifyReply];
  const respondToAll = shareRuns((_key, visit: Visit) => respond(null, ...visit));

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = clientAddress(request.raw);
    budgets.takeForNetwork('api', address);
    if (isSearch(request)) budgets.takeForNetwork('search', address);
    const params = (endpoint.params ? parseInput(endpoint.params, request.params) : {}) as Record<
      string,
      string
    >;
    const token = cookies.read(request.headers.cookie);
    const json =
      token === null && isShared(endpoint)
        ? await respondToAll(`${currentLocale()} ${request.url}`, [params, request, reply])
        : await respond(token, params, request, reply);
    if (request.method === 'GET') reply.header('cache-control', 'private, no-cache');
    return reply.type('application/json; charset=utf-8').send(json);
  };
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
  const bound = new Set<OperationId>();

  const route: RouteBinder = (operation, handler) => {
    const endpoint: Endpoint = api[operation];
    if (!accessLevels.includes(endpoint.access)) throw new Error(`${operation} declares no access`);
    if (bound.has(operation)) throw new Error(`${operation} is bound twice`);
    bound.add(operation);
    mount(app, endpoint, createHandler(platform, operation, handler));
  };

  return { route, requireComplete: () => requireHandlers(bound) };
}

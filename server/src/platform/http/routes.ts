import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Api, api, type OperationId } from '#contract/api.ts';
import type { Access } from '#contract/schema/access.ts';
import { accessLevels } from '#contract/schema/access.ts';
import type { Endpoint, EndpointOutput } from '#contract/schema/endpoint.ts';
import { locatedParam, notFoundCodes } from '#contract/schema/implied-errors.ts';
import {
  type CallerInSpace,
  requireAccess,
  requireFeature,
  type SpaceContext,
  type Viewer,
} from '../access.ts';
import { findViewer } from '../auth/viewer.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { parseInput } from './requests/check-input.ts';

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

export function createRoutes(app: FastifyInstance, platform: Platform): Routes {
  const { config, db, cookies, budgets, rateLimits, clientAddress } = platform;
  const checkOutput = config.environment !== 'production';
  const bound = new Set<OperationId>();

  const route: RouteBinder = (operation, handler) => {
    const endpoint: Endpoint = api[operation];
    if (!accessLevels.includes(endpoint.access)) throw new Error(`${operation} declares no access`);
    if (bound.has(operation)) throw new Error(`${operation} is bound twice`);
    bound.add(operation);
    const { access, rateLimit } = endpoint;
    const spaceParam = locatedParam(endpoint.path);

    const findCaller = async (
      token: string | null,
      params: Record<string, string>,
    ): Promise<CallerInSpace> => {
      if (!access.startsWith('space-')) {
        return { viewer: await findViewer(db, token), scope: null, live_cursor: 0 };
      }
      const locator = spaceParam && platform.locators.get(spaceParam);
      const value = spaceParam && params[spaceParam];
      if (!locator || value === undefined) throw new Error(`${endpoint.path} has no way to find its space`);
      return await locator.locateCaller(db, token, value);
    };
    /** Throws unless the viewer may call this endpoint. */
    const checkAccess = ({ viewer, scope }: CallerInSpace): void => {
      if (access === 'public') return;
      if (access === 'signed-in') {
        if (!viewer) throw new AppError('authentication_required');
        return;
      }
      const notFound = spaceParam ? notFoundCodes[spaceParam] : 'not_found';
      const seen = requireAccess(access, scope, viewer, notFound, endpoint.notAllowedMessage);
      if (endpoint.feature) requireFeature(seen, endpoint.feature);
    };

    /** Logins, sign-ups and resets are counted per network here, and per account by the auth feature. */
    const isAboutAccount = ['sign-in', 'sign-up', 'reset'].includes(rateLimit);
    const consumeLimits = async (viewer: Viewer | null, address: string): Promise<void> => {
      if (rateLimit === 'none') return;
      // Signed-in users count for their network, too: a session gives no one a separate budget.
      await rateLimits.consume(db, rateLimit, {
        each: isAboutAccount ? undefined : viewer?.user_id,
        address,
      });
    };

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const address = clientAddress(request.raw);
      const isSearch = Boolean((request.query as { search?: unknown }).search);
      budgets.takeForNetwork('api', address);
      if (isSearch) budgets.takeForNetwork('search', address);
      const params = (endpoint.params ? parseInput(endpoint.params, request.params) : {}) as Record<
        string,
        string
      >;
      const caller = await findCaller(cookies.read(request.headers.cookie), params);
      const { viewer, scope, live_cursor: liveCursor } = caller;
      budgets.takeForPerson('api', viewer?.user_id);
      if (isSearch) budgets.takeForPerson('search', viewer?.user_id);
      await consumeLimits(viewer, address);
      checkAccess(caller);
      const query = endpoint.query ? parseInput(endpoint.query, request.query) : {};
      const body = endpoint.body ? parseInput(endpoint.body, request.body ?? {}) : {};
      const call = { input: { ...query, ...body, ...params }, viewer, scope, liveCursor, request, reply };
      const output = await handler(call as unknown as Call<typeof operation>);
      if (checkOutput) endpoint.output.parse(output);
      if (request.method === 'GET') reply.header('cache-control', 'private, no-cache');
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(output));
    };

    if (endpoint.rawBody) {
      // The body stays a stream: this plugin scope parses nothing.
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
        scope.route({
          method: endpoint.method,
          url: endpoint.path,
          handler: handle,
          bodyLimit: 110 * 1024 * 1024,
        });
      });
    } else {
      app.route({ method: endpoint.method, url: endpoint.path, handler: handle });
    }
  };

  return {
    route,
    requireComplete() {
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
    },
  };
}

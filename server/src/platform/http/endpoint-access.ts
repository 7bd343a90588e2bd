import type { Endpoint } from '#contract/schema/endpoint.ts';
import { locatedParam, notFoundCodes } from '#contract/schema/implied-errors.ts';
import {
  type CallerInSpace,
  discussionLocator,
  requireAccess,
  requireFeature,
  type Viewer,
} from '../access.ts';
import { findViewer } from '../auth/viewer.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** Who requests a page, as its reads have found so far. */
export interface KnownCaller {
  token: string | null;
  viewer: Promise<Viewer | null> | null;
  /** In spaces, by the names of `spaceKey`. */
  inSpaces: Map<string, Promise<CallerInSpace>>;
}

export const newCaller = (token: string | null): KnownCaller => ({
  token,
  viewer: null,
  inSpaces: new Map(),
});

const spaceKey = (param: 'space_id' | 'subdomain', value: string) => `${param} ${value}`;

/** Who calls an endpoint, and whether they may. */
export interface EndpointAccess {
  /** Finds the viewer of a session token and, with `space-…` access, the space of the parsed path parameters. */
  findCaller(
    token: string | null,
    params: Record<string, string>,
    known?: KnownCaller,
  ): Promise<CallerInSpace>;
  /** @throws AppError unless the caller may call the endpoint */
  check(caller: CallerInSpace): void;
}

/** Locates a caller, unless another read of the page does or did: the same space has an ID and a subdomain. */
async function locateOnce(
  { inSpaces }: KnownCaller,
  key: string,
  locate: () => Promise<CallerInSpace>,
): Promise<CallerInSpace> {
  const finding = inSpaces.get(key) ?? locate();
  inSpaces.set(key, finding);
  const caller = await finding;
  const { scope } = caller;
  if (scope) {
    inSpaces.set(spaceKey('space_id', scope.space_id), finding);
    inSpaces.set(spaceKey('subdomain', scope.subdomain), finding);
  }
  return caller;
}

export function createEndpointAccess(endpoint: Endpoint, platform: Platform): EndpointAccess {
  const { access, path } = endpoint;
  const spaceParam = locatedParam(path);
  const findViewerOnce = (token: string | null, known: KnownCaller | undefined) => {
    const finding = known?.viewer ?? findViewer(platform.db, token);
    if (known) known.viewer = finding;
    return finding;
  };
  return {
    async findCaller(token, params, known) {
      if (!access.startsWith('space-')) {
        const [inAny] = known?.inSpaces.values() ?? [];
        const viewer = inAny ? (await inAny).viewer : await findViewerOnce(token, known);
        return { viewer, scope: null, live_cursor: 0 };
      }
      const locator =
        spaceParam && platform.locators.get(endpoint.discussions ? discussionLocator : spaceParam);
      const value = spaceParam && params[spaceParam];
      if (!locator || value === undefined) throw new Error(`${path} has no way to find its space`);
      const locate = () => locator.locateCaller(platform.db, token, value);
      // Other parameters have rules of their own, such as those of a course.
      const isSpaceItself =
        !endpoint.discussions && (spaceParam === 'space_id' || spaceParam === 'subdomain');
      return await (known && isSpaceItself
        ? locateOnce(known, spaceKey(spaceParam, value), locate)
        : locate());
    },
    check({ viewer, scope }) {
      if (access === 'public') return;
      if (access === 'signed-in') {
        if (!viewer) throw new AppError('authentication_required');
        return;
      }
      const notFound = spaceParam ? notFoundCodes[spaceParam] : 'not_found';
      const seen = requireAccess(access, scope, viewer, notFound, endpoint.notAllowedMessage);
      if (endpoint.feature) requireFeature(seen, endpoint.feature);
    },
  };
}

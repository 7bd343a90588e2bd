import type { Endpoint } from '#contract/schema/endpoint.ts';
import { locatedParam, notFoundCodes } from '#contract/schema/implied-errors.ts';
import { type CallerInSpace, discussionLocator, requireAccess, requireFeature } from '../access.ts';
import { findViewer } from '../auth/viewer.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** What the reads of one page, one after the other, have found of who requests it: a page asks for it as a request does, once. */
export interface KnownCaller {
  token: string | null;
  inSpace: CallerInSpace | null;
}

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

export function createEndpointAccess(endpoint: Endpoint, platform: Platform): EndpointAccess {
  const { access, path } = endpoint;
  const spaceParam = locatedParam(path);
  const isSpaceItself = !endpoint.discussions && (spaceParam === 'space_id' || spaceParam === 'subdomain');
  return {
    async findCaller(token, params, known) {
      const before = known?.inSpace;
      if (!access.startsWith('space-')) {
        const viewer = before ? before.viewer : await findViewer(platform.db, token);
        return { viewer, scope: null, live_cursor: 0 };
      }
      const locator =
        spaceParam && platform.locators.get(endpoint.discussions ? discussionLocator : spaceParam);
      const value = spaceParam && params[spaceParam];
      if (!locator || value === undefined) throw new Error(`${path} has no way to find its space`);
      // Only the space itself: other parameters have rules of their own, such as those of a course.
      if (before && isSpaceItself && before.scope?.space_id === value) return before;
      const caller = await locator.locateCaller(platform.db, token, value);
      if (known && isSpaceItself) known.inSpace = caller;
      return caller;
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

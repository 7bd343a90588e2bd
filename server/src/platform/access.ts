import type { Access, SpaceFeature } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Permissions } from '#contract/spaces.ts';
import type { Db } from './db/database.ts';
import { AppError } from './errors.ts';

/** Who asks: a signed-in person. A stranger is `null`. */
export interface Viewer {
  user_id: string;
  role: 'member' | 'creator' | 'admin';
  session_id: string;
}

/** A space as seen by one viewer: everything that access decisions rest on. */
export interface SpaceContext {
  space_id: string;
  subdomain: string;
  owner_id: string;
  is_private: boolean;
  /** Paid with a usable price; its content is for members. */
  is_paid: boolean;
  /** Null for anyone who is not an active member. */
  role: 'owner' | 'admin' | 'member' | null;
  joined_at: string | null;
  /** What the owner has turned on. */
  features: SpaceFeature[];
  permissions: Permissions;
}

/** Who asks, for which space, and where the live channel stood before anything of the answer was read. */
export interface CallerInSpace {
  viewer: Viewer | null;
  scope: SpaceContext | null;
  live_cursor: number;
}

/** Finds the space that a path parameter or topic names; null when there is none. */
export interface Locator {
  notFound: ErrorCode;
  locate: (db: Db, viewer: Viewer | null, id: string) => Promise<SpaceContext | null>;
  /** The same for several users in one statement, by user; null among them stands for visitors. */
  locateForUsers: (
    db: Db,
    userIds: (string | null)[],
    id: string,
  ) => Promise<Map<string | null, SpaceContext>>;
  /** The same for whoever holds this session token, in one statement: what every request into a space begins with. */
  locateCaller: (db: Db, token: string | null, id: string) => Promise<CallerInSpace>;
}

/** May the viewer read what is in the space: posts, comments, people? (document 3, privacy; paid content is for members) */
export function canReadSpace(scope: SpaceContext): boolean {
  return scope.role !== null || (!scope.is_private && !scope.is_paid);
}

type SpaceAccess = Extract<Access, `space-${string}`>;

/** What `not_allowed` says to a member whose role is not enough. */
export const roleNeeded = {
  'space-editor': 'Only the owner and admins can do this.',
  'space-owner': 'Only the owner can do this.',
} as const;

/**
 * The one answer to "may this viewer do this here?", asked by HTTP, the live channel and file downloads alike.
 * @throws AppError: the locator's not-found code for what one may not see, else why the right is missing.
 */
export function requireAccess(
  access: SpaceAccess,
  scope: SpaceContext | null,
  viewer: Viewer | null,
  notFound: ErrorCode,
  notAllowedMessage?: string,
): SpaceContext {
  if (!scope) throw new AppError(notFound);
  if (access === 'space-visitor') return scope;
  if (!canReadSpace(scope)) throw new AppError(notFound);
  if (access === 'space-viewer') return scope;
  if (!viewer) throw new AppError('authentication_required');
  if (!scope.role) throw new AppError('membership_required');
  if (access === 'space-member') return scope;
  const isEnough = access === 'space-owner' ? scope.permissions.isOwner : scope.permissions.canEditSpace;
  if (!isEnough)
    throw new AppError('not_allowed', null, { message: notAllowedMessage ?? roleNeeded[access] });
  return scope;
}

/** The code that says that a part of a space is turned off. */
const turnedOff = { calendar: 'calendar_not_enabled', map: 'map_not_enabled' } as const satisfies Record<
  SpaceFeature,
  ErrorCode
>;

/**
 * For endpoints and files of a part of a space that its owner can turn off. Asked after `requireAccess`, so that only those
 * who may see the space learn what it has.
 * @throws AppError `calendar_not_enabled` or `map_not_enabled` where it is off
 */
export function requireFeature(scope: SpaceContext, feature: SpaceFeature): void {
  if (!scope.features.includes(feature)) throw new AppError(turnedOff[feature]);
}

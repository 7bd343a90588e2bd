import type { ErrorCode } from '#contract/errors.ts';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Permissions } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { Access, SpaceFeature } from '#contract/schema/access.ts';
import { turnedOffCodes } from '#contract/schema/implied-errors.ts';
import type { Db } from './db/database.ts';
import { AppError } from './errors.ts';

/** The signed-in user who sent the request; `null` if signed out. */
export interface Viewer {
  user_id: string;
  role: 'member' | 'creator' | 'admin';
  session_id: string;
}

/** A space as one viewer sees it, with everything that access decisions need. */
export interface SpaceContext {
  space_id: string;
  subdomain: string;
  owner_id: string;
  is_private: boolean;
  /** Whether the space is paid and has a valid price. Only members can read its content. */
  is_paid: boolean;
  /** Null unless the viewer is an active member. */
  role: 'owner' | 'admin' | 'member' | null;
  joined_at: string | null;
  /** The features that the owner has turned on. */
  features: SpaceFeature[];
  /** The categories of the feed that have access rules, by id; usually none. */
  category_rules: { id: string; access: AccessSettings }[];
  permissions: Permissions;
  /** Set for content that not everyone who can read the space may read, such as a page of a course. */
  is_restricted?: true;
}

/** The viewer, the space, and the number of the latest live event before any data of the response was read. */
export interface CallerInSpace {
  viewer: Viewer | null;
  scope: SpaceContext | null;
  live_cursor: number;
}

/** Finds the space of a path parameter or channel; null if there is none. */
export interface Locator {
  locate: (db: Db, viewer: Viewer | null, id: string) => Promise<SpaceContext | null>;
  /** Does the same for several users in one statement. The result is by user id; null is a visitor. */
  locateForUsers: (
    db: Db,
    userIds: (string | null)[],
    id: string,
  ) => Promise<Map<string | null, SpaceContext>>;
  /**
   * Finds the viewer of a session token, the space and the live cursor in one statement. Every request about a space
   * starts with it.
   */
  locateCaller: (db: Db, token: string | null, id: string) => Promise<CallerInSpace>;
}

/** Locates what comments are under: a post, or a page of a course that the viewer can open. */
export const discussionLocator = 'discussion';

/** Locates a category of the feed that the viewer can open, for its live channel. */
export const categoryLocator = 'category';

/** Whether the viewer may read posts, comments and members: members always, others only in public, free spaces. */
export function canReadSpace(scope: SpaceContext): boolean {
  return scope.role !== null || (!scope.is_private && !scope.is_paid);
}

type SpaceAccess = Extract<Access, `space-${string}`>;
/** The access levels that need a membership. */
export type MemberAccess = Exclude<SpaceAccess, 'space-visitor' | 'space-viewer'>;
/** What a person is in a space and may do there. */
export type MemberRights = Pick<SpaceContext, 'role' | 'permissions'>;

/** The messages of `not_allowed` for members with an insufficient role. */
export const roleNeeded = {
  'space-editor': msg('Only the owner and admins can do this.'),
  'space-owner': msg('Only the owner can do this.'),
} as const;

/**
 * Checks an access level.
 * @throws AppError `notFound` if the viewer may not see the content, otherwise the reason.
 */
export function requireAccess(
  access: SpaceAccess,
  scope: SpaceContext | null,
  viewer: Viewer | null,
  notFound: ErrorCode,
  notAllowedMessage?: Message,
): SpaceContext {
  if (!scope) throw new AppError(notFound);
  if (access === 'space-visitor') return scope;
  if (!canReadSpace(scope)) throw new AppError(notFound);
  if (access === 'space-viewer') return scope;
  if (!viewer) throw new AppError('authentication_required');
  requireRights(access, scope, notAllowedMessage);
  return scope;
}

/**
 * Checks that a person's rights are enough for an access level.
 * @throws AppError `membership_required`, `not_allowed`
 */
export function requireRights(
  access: MemberAccess,
  { role, permissions }: MemberRights,
  notAllowedMessage?: Message,
): void {
  if (!role) throw new AppError('membership_required');
  if (access === 'space-member') return;
  const isAllowed = access === 'space-owner' ? permissions.isOwner : permissions.canEditSpace;
  if (!isAllowed)
    throw new AppError('not_allowed', null, { message: t(notAllowedMessage ?? roleNeeded[access]) });
}

/**
 * Checks that a feature of a space is turned on. Call it after `requireAccess`, so that only viewers who may see the space
 * learn which features it has.
 * @throws AppError `calendar_not_enabled`, `classroom_not_enabled` or `map_not_enabled` if it is turned off
 */
export function requireFeature(scope: SpaceContext, feature: SpaceFeature): void {
  if (!scope.features.includes(feature)) throw new AppError(turnedOffCodes[feature]);
}

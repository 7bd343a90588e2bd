import type { RawBuilder } from 'kysely';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import {
  type Locator,
  type MemberAccess,
  type MemberRights,
  requireRights,
  type SpaceContext,
  type Viewer,
} from '#server/platform/access.ts';
import { toSessionKey } from '#server/platform/auth/sessions.queries.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Targets } from '#server/platform/targets.ts';
import { permissionsOf } from './members.policy.ts';
import {
  callerInSpaceLoader,
  findMemberTarget,
  findSpaceContextRow,
  listSpaceContextRows,
  lockActiveMember,
  spaceIs,
} from './members.queries.ts';

/** Returns a space with the viewer's role and permissions. The owner always counts as an active member. */
export async function findSpaceContext(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  condition: RawBuilder<unknown>,
): Promise<SpaceContext | null> {
  const row = await findSpaceContextRow(db, viewer, condition);
  return row && { ...row, permissions: permissionsOf(row.role) };
}

/** Returns a locator by a condition on `s`, the space. */
export function createLocator(condition: (id: string) => RawBuilder<unknown>): Locator {
  const loadCaller = callerInSpaceLoader(condition);
  return {
    locate: (db, viewer, id) => findSpaceContext(db, viewer, condition(id)),
    async locateForUsers(db, userIds, id) {
      const rows = await listSpaceContextRows(db, userIds, condition(id));
      return new Map(
        rows.map(({ user_id, ...row }) => [user_id, { ...row, permissions: permissionsOf(row.role) }]),
      );
    },
    async locateCaller(db, token, id) {
      const { scope, ...caller } = await loadCaller(db, { ...toSessionKey(token, nowIso()), id });
      return { ...caller, scope: scope && { ...scope, permissions: permissionsOf(scope.role) } };
    },
  };
}

export const spaceLocators: Record<'space_id' | 'subdomain', Locator> = {
  space_id: createLocator(spaceIs.id),
  subdomain: createLocator(spaceIs.subdomain),
};

/** A space itself, and a member: the user in a space. */
export const memberTargets: Pick<Targets, 'space' | 'member'> = {
  space: { notFound: notFoundCodes.space_id, locator: spaceLocators.space_id },
  member: {
    notFound: 'member_not_found',
    locator: null,
    reports: { find: findMemberTarget, locks_membership: true, label: (name) => name, content: null },
  },
};

/**
 * Checks inside a write that the user is an active member whose rights are enough for `access`, and locks the membership
 * until the transaction ends, so that no one writes after being removed or losing their role. With `exclusive`, writes of
 * one user run one after another, so that limits are counted correctly.
 * @returns the current rights; those in the request's `scope` were read earlier
 * @throws AppError `membership_required`, `not_allowed`
 */
export async function requireActiveMember(
  tx: Tx,
  spaceId: string,
  userId: string,
  { exclusive = false, access = 'space-member' }: { exclusive?: boolean; access?: MemberAccess } = {},
): Promise<MemberRights> {
  const role = await lockActiveMember(tx, spaceId, userId, exclusive);
  const rights = { role, permissions: permissionsOf(role) };
  requireRights(access, rights);
  return rights;
}

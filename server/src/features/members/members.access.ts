import type { RawBuilder } from 'kysely';
import type { Locator, SpaceScope, Viewer } from '#server/platform/access.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { permissionsOf } from './members.policy.ts';
import { lockActiveMember, selectScope, spaceIs } from './members.queries.ts';

/** A space with what the viewer may do in it; the owner counts as an active member always. */
export async function findScope(
  db: Db,
  viewer: Viewer | null,
  condition: RawBuilder<unknown>,
): Promise<SpaceScope | null> {
  const row = await selectScope(db, viewer, condition);
  return row && { ...row, permissions: permissionsOf(row.role) };
}

export const spaceLocators: Record<'space_id' | 'subdomain', Locator> = {
  space_id: {
    notFound: 'space_not_found',
    locate: (db, viewer, id) => findScope(db, viewer, spaceIs.id(id)),
  },
  subdomain: {
    notFound: 'space_not_found',
    locate: (db, viewer, subdomain) => findScope(db, viewer, spaceIs.subdomain(subdomain)),
  },
};

/**
 * For writes: the person is an active member at this moment and stays one until the transaction ends, so that nobody
 * writes after a removal. With `alone`, two writes of one person follow each other, so that limits count right.
 * @throws AppError `membership_required`
 */
export async function requireActiveMember(
  tx: Tx,
  spaceId: string,
  userId: string,
  { alone = false }: { alone?: boolean } = {},
): Promise<void> {
  if (!(await lockActiveMember(tx, spaceId, userId, alone))) throw new AppError('membership_required');
}

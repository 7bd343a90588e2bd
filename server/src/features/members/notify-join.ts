import type { Tx } from '#server/platform/db/database.ts';
import { listModerators } from '../audit/index.ts';
import { batchKey, notify } from '../notifications/index.ts';

const copy = { joined: 'joined the space', requested: 'asked to join' } as const;

/**
 * Tells owner and admins that somebody joined or asks to, but not the one of them who let them in. Call it last: it locks
 * people's lists.
 */
export async function notifyJoin(
  tx: Tx,
  spaceId: string,
  userId: string,
  what: keyof typeof copy,
  letInBy?: string,
): Promise<void> {
  const moderators = await listModerators(tx, spaceId);
  await notify(tx, {
    space_id: spaceId,
    actor_id: userId,
    notifications: [
      {
        type: 'space_join',
        user_ids: moderators.filter((id) => id !== letInBy),
        title: copy[what],
        target: { type: 'space', id: spaceId },
        batch_key: what === 'joined' ? batchKey.join(spaceId) : batchKey.askToJoin(spaceId),
      },
    ],
  });
}

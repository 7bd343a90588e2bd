import type { Tx } from '#server/platform/db/database.ts';
import { selectRunners } from '../audit/index.ts';
import { batchKey, notify } from '../notifications/index.ts';

const words = { joined: 'joined the space', asked: 'asked to join' } as const;

/**
 * Tells owner and admins that somebody joined or asks to, but not the one of them who let them in. Call it last: it locks
 * people's lists.
 */
export async function tellOfJoin(
  tx: Tx,
  spaceId: string,
  userId: string,
  what: keyof typeof words,
  letInBy?: string,
): Promise<void> {
  const runners = await selectRunners(tx, spaceId);
  await notify(tx, {
    space_id: spaceId,
    actor_id: userId,
    notices: [
      {
        type: 'space_join',
        user_ids: runners.filter((id) => id !== letInBy),
        title: words[what],
        target: { type: 'space', id: spaceId },
        batch_key: what === 'joined' ? batchKey.join(spaceId) : batchKey.askToJoin(spaceId),
      },
    ],
  });
}

import { msg, t } from '#contract/i18n/translate.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listModerators } from '../../audit/index.ts';
import { batchKey, notify } from '../../notifications/index.ts';

const copy = { joined: msg('joined the space'), requested: msg('asked to join') } as const;

/**
 * Notifies the moderators that someone joined or requested to join, except the moderator who approved it. Call it
 * last: it locks notification lists.
 */
export async function notifyJoin(
  tx: Tx,
  spaceId: string,
  userId: string,
  event: keyof typeof copy,
  approvedBy?: string,
): Promise<void> {
  const moderators = await listModerators(tx, spaceId);
  await notify(tx, {
    space_id: spaceId,
    actor_id: userId,
    notifications: [
      {
        type: 'space_join',
        user_ids: moderators.filter((id) => id !== approvedBy),
        title: () => t(copy[event]),
        target: { type: 'space', id: spaceId },
        batch_key: event === 'joined' ? batchKey.join(spaceId) : batchKey.joinRequest(spaceId),
      },
    ],
  });
}

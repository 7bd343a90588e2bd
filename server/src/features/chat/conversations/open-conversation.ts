import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RateLimits } from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/ids.ts';
import { reachOf } from '../chat.policy.ts';
import {
  findSignUpTime,
  insertDirectConversation,
  listContactability,
  showConversation,
} from './conversation-lifecycle.queries.ts';
import { countOpenedConversation } from './conversation-limit.ts';
import { findDirectConversation } from './conversations.queries.ts';
import { readConversation } from './read-conversations.ts';

/**
 * Returns the direct conversation of the viewer and a person, and creates it if there is none. If both call this at the same
 * time, the unique pair lets only one create it. The person isn't told before something is written.
 * @throws AppError `cannot_message_self`, `person_not_found`, `cannot_message_person`, `conversation_limit_reached`
 */
export async function getOrCreateConversation(
  { db, rateLimits }: { db: Database; rateLimits: RateLimits },
  viewer: Viewer,
  userId: string,
): Promise<Conversation> {
  if (userId === viewer.user_id) throw new AppError('cannot_message_self');
  return await db.transaction().execute(async (tx) => {
    const existing = await findDirectConversation(tx, [viewer.user_id, userId]);
    if (existing) {
      await showConversation(tx, viewer.user_id, existing);
      return await readConversation(tx, viewer.user_id, existing);
    }
    const [contact] = await listContactability(tx, viewer.user_id, [userId]);
    if (!contact) throw new AppError('person_not_found');
    if (reachOf(contact) === 'none') throw new AppError('cannot_message_person');
    if (!contact.shares_space && !contact.follows_sender) {
      const signedUpAt = await findSignUpTime(tx, viewer.user_id);
      await countOpenedConversation(tx, rateLimits, viewer.user_id, signedUpAt);
    }
    const conversation = {
      id: newId(),
      creator_id: viewer.user_id,
      other_id: userId,
      created_at: nowIso(),
    };
    const created = await insertDirectConversation(tx, conversation);
    const id = created ?? (await findDirectConversation(tx, [viewer.user_id, userId]));
    if (!id) throw new Error('A direct conversation exists, but is not there');
    if (!created) await showConversation(tx, viewer.user_id, id);
    return await readConversation(tx, viewer.user_id, id);
  });
}

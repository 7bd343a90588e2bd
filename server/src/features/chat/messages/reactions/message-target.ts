import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/publish.ts';
import type { ReactableTarget, TargetDefinition } from '#server/platform/targets.ts';
import { conversationChannel } from '../../channels.ts';
import { findReactionRights, updateMessageReactions } from './message-reactions.queries.ts';

const authorize: ReactableTarget['authorize'] = async (db, { id, user_id, to }) => {
  const rights = await findReactionRights(db, { message_id: id, user_id, locks: to === 'give' });
  if (!rights) throw new AppError('message_not_found');
  if (to === 'list') return;
  if (rights.status !== 'active') throw new AppError('not_in_conversation');
  if (rights.is_blocked) throw new AppError('cannot_message_person');
};

const changeReactions: ReactableTarget['change'] = async (tx, message_id, change) => {
  const counted = await updateMessageReactions(tx, message_id, change);
  if (!counted) return null;
  const { conversation_id, seq, sender_id, ...totals } = counted;
  await publish(tx, conversationChannel(conversation_id), 'message.reactions_changed', {
    message_id,
    conversation_id,
    seq,
    ...totals,
    actor: { user_id: change.actor_id, kind: change.kind, is_given: change.by === 1 },
  });
  return { author_id: sender_id, post_id: null, text: '', ...totals };
};

/** Messages are in no space: their participants may react to them. */
export const messageTarget: TargetDefinition = {
  notFound: 'message_not_found',
  locator: null,
  reactions: { authorize, change: changeReactions, table: 'chat_messages' },
};

import type { Tx } from '#server/platform/db/database.ts';
import { recordMentions } from '../mentions/index.ts';

/**
 * Records the people mentioned in a comment and returns the notification for those who had not been mentioned in it
 * before.
 */
export async function recordCommentMentions(
  tx: Tx,
  comment: { id: string; space_id: string; post_id: string; user_id: string },
  input: { user_ids: string[]; text: string; at: string },
) {
  const { id, space_id, post_id, user_id } = comment;
  const mention = { space_id, target: { kind: 'comment', id }, mentioned_by: user_id } as const;
  const user_ids =
    input.user_ids.length === 0
      ? []
      : await recordMentions(tx, { ...mention, user_ids: input.user_ids, at: input.at });
  return {
    type: 'mention' as const,
    user_ids,
    text: input.text,
    target: { kind: 'comment' as const, id, post_id },
  };
}

import { newId } from '#server/platform/ids.ts';
import { ofComment, ofPost, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'comments'> = {
  list_comments: { input: ofPost },
  list_replies: {
    input: async (context) => ({ ...(await ofPost(context)), thread_id: newId() }),
  },
  find_comment: { input: ({ space }) => ({ space_id: space.id, target_id: newId() }) },
  create_comment: {
    input: async (context) => ({ ...(await ofPost(context)), client_id: newId(), body: '<p>A comment.</p>' }),
  },
  update_comment: {
    input: async (context) => ({ ...(await ofComment(context)), body: '<p>Edited text.</p>' }),
    denialReason: ({ role }) => (role === 'owner' ? null : 'not_author'),
  },
  list_comment_versions: { input: ofComment, denialReason: onlyModerators('not_author_or_moderator') },
  delete_comment: { input: ofComment, denialReason: onlyModerators('not_author_or_moderator') },
};

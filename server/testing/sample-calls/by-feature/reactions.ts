import { ofComment, ofMessage, ofPost } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

const ofMessageReaction = async (context: SampleContext) => ({ ...(await ofMessage(context)), kind: '👍' });

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'reactions'> = {
  add_post_reaction: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  remove_post_reaction: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  list_post_reactors: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  add_comment_reaction: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  remove_comment_reaction: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  list_comment_reactors: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  add_message_reaction: { input: ofMessageReaction },
  remove_message_reaction: { input: ofMessageReaction },
  list_message_reactors: { input: ofMessageReaction },
  like_post: { input: ofPost },
  unlike_post: { input: ofPost },
  list_post_likes: { input: ofPost },
  list_comment_likes: { input: ofComment },
  like_comment: { input: ofComment },
  unlike_comment: { input: ofComment },
};

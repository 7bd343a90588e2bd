import { ofComment, ofPost } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'reactions'> = {
  add_post_reaction: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  remove_post_reaction: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  list_post_reactors: { input: async (context) => ({ ...(await ofPost(context)), kind: 'like' }) },
  add_comment_reaction: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  remove_comment_reaction: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  list_comment_reactors: { input: async (context) => ({ ...(await ofComment(context)), kind: 'like' }) },
  like_post: { input: ofPost },
  unlike_post: { input: ofPost },
  list_post_likes: { input: ofPost },
  list_comment_likes: { input: ofComment },
  like_comment: { input: ofComment },
  unlike_comment: { input: ofComment },
};

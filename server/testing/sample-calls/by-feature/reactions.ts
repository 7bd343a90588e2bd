import { ofComment, ofPost } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'reactions'> = {
  like_post: { input: ofPost },
  unlike_post: { input: ofPost },
  list_post_likes: { input: ofPost },
  list_comment_likes: { input: ofComment },
  like_comment: { input: ofComment },
  unlike_comment: { input: ofComment },
};

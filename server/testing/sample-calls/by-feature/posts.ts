import { newId } from '#server/platform/ids.ts';
import { ofCategory, ofPost, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'posts'> = {
  create_post: {
    // Others may have added categories to the space, one of which a post then needs.
    input: async (context) => ({
      ...(await ofCategory(context)),
      client_id: newId(),
      title: 'A post',
      body: '<p>With some text.</p>',
    }),
  },
  get_post: { input: ofPost },
  get_post_by_slug: {
    input: async (context) => ({ subdomain: context.space.subdomain, slug: (await ofPost(context)).post_id }),
  },
  update_post: {
    input: async (context) => ({
      ...(await ofPost(context)),
      revision: 1,
      title: 'Another title',
      body: '<p>Another text.</p>',
      upload_ids: [],
    }),
    denialReason: ({ role }) => (role === 'member' || role === 'admin' ? 'not_author' : null),
  },
  list_post_revisions: { input: ofPost, denialReason: onlyModerators('not_author_or_moderator') },
  set_comments_closed: { input: async (context) => ({ ...(await ofPost(context)), closed: true }) },
  delete_post: { input: ofPost, denialReason: onlyModerators('not_author_or_moderator') },
  pin_post: { input: ofPost },
  unpin_post: { input: ofPost },
};

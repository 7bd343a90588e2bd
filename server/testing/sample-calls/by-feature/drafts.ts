import { newId } from '#server/platform/ids.ts';
import { inSpace, ofConversation } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'drafts'> = {
  get_draft: { input: inSpace },
  save_draft: {
    input: (context) => ({
      ...inSpace(context),
      client_id: newId(),
      base_version: 0,
      client_edited_at: new Date().toISOString(),
      content: {
        title: 'Half a',
        body: '<p>thought</p>',
        category_id: null,
        post_type: 'post' as const,
        poll: null,
        upload_ids: [],
      },
    }),
  },
  discard_draft: { input: inSpace },
  get_message_draft: { input: ofConversation },
  save_message_draft: {
    input: async (context) => ({
      ...(await ofConversation(context)),
      client_id: newId(),
      base_version: 0,
      client_edited_at: new Date().toISOString(),
      content: 'Half a thought',
    }),
  },
  discard_message_draft: { input: ofConversation },
};

import type { Feature } from '#server/platform/feature.ts';
import { draftRoutes } from './drafts.routes.ts';
import { finishMessageDraft } from './message-drafts/save-message-draft.ts';
import { finishDraft } from './save-draft.ts';

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  hooks: {
    postCreated: (tx, { space_id, user_id, client_id }) => finishDraft(tx, { space_id, user_id }, client_id),
    messageSent: async (tx, { conversation_id, user_id, has_draft }) => {
      if (has_draft) await finishMessageDraft(tx, { conversation_id, user_id });
    },
  },
};

import type { Feature } from '#server/platform/feature.ts';
import { draftRoutes } from './drafts.routes.ts';
import { finishMessageDraft } from './message-drafts/save-message-draft.ts';
import { finishDraft } from './save-draft.ts';

export const drafts: Feature = {
  name: 'drafts',
  routes: draftRoutes,
  hooks: {
    postCreated: (tx, { space_id, user_id, client_id }) => finishDraft(tx, { space_id, user_id }, client_id),
    messageSent: (tx, { conversation_id, user_id, client_id }) =>
      finishMessageDraft(tx, { conversation_id, user_id }, client_id),
  },
};

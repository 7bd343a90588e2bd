import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  discardMessageDraft,
  readMessageDraft,
  saveMessageDraft,
} from './message-drafts/save-message-draft.ts';
import { discardDraft, readDraft, saveDraft } from './save-draft.ts';

export function draftRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_draft', async ({ viewer, scope }) => ({
    draft: await readDraft(db, viewer.user_id, scope.space_id),
  }));

  route('save_draft', async ({ input, viewer, scope }) => await saveDraft(db, viewer, scope, input));

  route('get_message_draft', async ({ input, viewer }) => ({
    draft: await readMessageDraft(db, { user_id: viewer.user_id, ...input }),
  }));

  route('save_message_draft', ({ input, viewer }) => saveMessageDraft(db, viewer.user_id, input));

  route('discard_message_draft', async ({ input, viewer }) => {
    const { conversation_id, client_id } = input;
    await discardMessageDraft(db, { user_id: viewer.user_id, conversation_id }, client_id);
    return {};
  });

  route('discard_draft', async ({ viewer, scope }) => {
    await discardDraft(db, viewer, scope);
    return {};
  });
}

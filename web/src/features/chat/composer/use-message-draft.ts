import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { flushOnLeave } from '#web/lib/cache/drafts.ts';
import { beforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { MessageDraftSync, messageDraftQuery } from './message-draft.ts';

const drafts = new Map<string, MessageDraftSync>();

/** The draft of a conversation, the same on every device. A page has one user from load to unload. */
export function useMessageDraft(conversationId: string, userId: string): MessageDraftSync {
  const client = useQueryClient();
  let sync = drafts.get(conversationId);
  if (!sync) {
    sync = new MessageDraftSync(client, conversationId, userId);
    drafts.set(conversationId, sync);
  }
  const draft = sync;
  useSyncExternalStore(draft.onChange, draft.read, draft.read);
  const { data } = useQuery({ ...messageDraftQuery(conversationId), staleTime: 0 });
  useEffect(() => {
    if (data !== undefined) draft.receive(data);
  }, [draft, data]);
  useEffect(() => {
    const stop = [flushOnLeave({ flush: () => void draft.save() }), beforeSignOut(() => draft.save())];
    return () => {
      for (const each of stop) each();
    };
  }, [draft]);
  return draft;
}

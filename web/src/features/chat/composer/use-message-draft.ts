import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { flushOnLeave } from '#web/lib/cache/drafts.ts';
import { beforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { MessageDraftSync, messageDraftQuery } from './message-draft.ts';
import type { MessageOutbox } from './message-outbox.ts';

const drafts = new Map<string, MessageDraftSync>();

/**
 * The draft of a conversation, the same on every device, without the messages that `outbox` is sending. A page has one user
 * from load to unload.
 */
export function useMessageDraft(
  conversationId: string,
  userId: string,
  outbox: MessageOutbox | null,
): MessageDraftSync {
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
    if (!outbox) return;
    const leaveOut = () => draft.leaveOut(outbox.read().map(({ client_id }) => client_id));
    leaveOut();
    return outbox.onChange(leaveOut);
  }, [draft, outbox]);
  useEffect(() => {
    if (data === undefined || !outbox) return;
    let isCurrent = true;
    const receive = () => {
      if (isCurrent) draft.receive(data);
    };
    // It may be the draft of a message that an earlier page couldn't send.
    outbox.ready.then(receive, receive);
    return () => {
      isCurrent = false;
    };
  }, [draft, data, outbox]);
  useEffect(() => {
    const stop = [flushOnLeave({ flush: () => void draft.save() }), beforeSignOut(() => draft.save())];
    return () => {
      for (const each of stop) each();
    };
  }, [draft]);
  return draft;
}

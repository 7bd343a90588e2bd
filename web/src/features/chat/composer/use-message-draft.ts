import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { flushOnLeave } from '#web/lib/cache/drafts.ts';
import { beforeSignOut } from '#web/lib/session/before-sign-out.ts';
import {
  type LocalMessageDraft,
  MessageDraftSync,
  messageDraftQuery,
  newLocalDraft,
} from './message-draft.ts';
import type { MessageOutbox } from './message-outbox.ts';

/** The drafts of a page by conversation. A page has one user from load to unload. */
const pageDrafts = new WeakMap<QueryClient, Map<string, MessageDraftSync>>();

function getDraft(client: QueryClient, conversationId: string, userId: string): MessageDraftSync {
  let drafts = pageDrafts.get(client);
  if (!drafts) {
    drafts = new Map();
    pageDrafts.set(client, drafts);
  }
  let draft = drafts.get(conversationId);
  if (!draft) {
    draft = new MessageDraftSync(client, conversationId, userId);
    drafts.set(conversationId, draft);
  }
  return draft;
}

/** The server that renders the page doesn't know what is stored in the browser; hydration must begin from the same. */
const draftOnServer = newLocalDraft();
const readOnServer = () => draftOnServer;

/**
 * The draft of a conversation, the same on every device, without the messages that `outbox` is sending; and what it contains
 * now, which is empty until the page is hydrated.
 */
export function useMessageDraft(
  conversationId: string,
  userId: string,
  outbox: MessageOutbox | null,
): [MessageDraftSync, LocalMessageDraft] {
  const client = useQueryClient();
  const draft = getDraft(client, conversationId, userId);
  const typed = useSyncExternalStore(draft.onChange, draft.read, readOnServer);
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
  return [draft, typed];
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { arrangeMessages, cursorOf } from '../messages/arrange-messages.ts';
import { dropClosedConversations } from '../messages/loaded-messages.ts';
import {
  type MessageAnchor,
  type MessagePosition,
  messageChanges,
  messagePages,
} from '../messages/messages.api.ts';

/** The loaded messages of a conversation around an anchor, kept current, and how more are loaded. */
export function useMessageWindow(conversationId: string, anchor: MessageAnchor) {
  const client = useQueryClient();
  useEffect(() => dropClosedConversations(client), [client]);
  const pages = useInfiniteQuery(messagePages(conversationId, anchor));
  const loaded = pages.data?.pages;
  const cursor = loaded ? cursorOf(loaded) : null;
  useChannel(`conversation:${conversationId}`, cursor);
  const changes = messageChanges.useChanges(conversationId);
  const { hasNextPage, hasPreviousPage } = pages;
  const { messages, apart } = useMemo(() => {
    const list = arrangeMessages({
      pages: loaded ?? [],
      changes,
      hasNewer: hasNextPage,
      hasOlder: hasPreviousPage,
    });
    const toMessages = (positions: MessagePosition[]): Message[] =>
      positions.flatMap(({ id }) => readEntity(client, 'message', id) ?? []);
    return { messages: toMessages(list.items), apart: toMessages(list.apart) };
  }, [client, loaded, changes, hasNextPage, hasPreviousPage]);
  return {
    pages,
    messages,
    /** The highest number of a loaded message; 0 without one. */
    lastSeq: Math.max(0, ...(loaded ?? []).map(({ positions }) => positions.at(-1)?.seq ?? 0)),
    /** New messages after a part that isn't loaded. */
    apart,
    /** The message that the anchor found. */
    anchorSeq: loaded?.find(({ anchor_seq }) => anchor_seq !== null)?.anchor_seq ?? null,
  };
}

export type MessageWindow = ReturnType<typeof useMessageWindow>;

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { isUserActive, onUserReturn } from '#web/lib/user-activity.ts';
import { storeConversation } from '../chat.live.ts';
import { applyViewerState } from '../conversations/apply-to-conversation.ts';

/** Milliseconds in which reading on sends only one request. */
const sendDelay = 300;

/**
 * Marks messages as read while someone looks at them: `seq` is the last one on screen, null for none. A page that nobody has
 * touched for a minute reads nothing, so that a forgotten one keeps no device from showing them. Other devices of the viewer
 * follow. What couldn't be sent is sent with the next message, and when the viewer returns to the page.
 */
export function useMarkRead(conversationId: string, seq: number | null): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mark = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const conversation = readEntity(client, 'conversation', conversationId);
    if (!conversation || seq === null || !isUserActive()) return;
    const { last_read_seq, unread_count, last_seq, is_marked_unread } = conversation;
    if (seq <= last_read_seq && !(is_marked_unread && seq >= last_seq)) return;
    storeConversation(client, {
      conversation: {
        ...conversation,
        last_read_seq: Math.max(seq, last_read_seq),
        unread_count: seq >= last_seq ? 0 : unread_count,
        is_marked_unread: false,
      },
      isIncomplete: false,
    });
    getApiClient(client)('mark_conversation_as_read', { conversation_id: conversationId, seq }).then(
      ({ viewer_state }) => {
        const now = readEntity(client, 'conversation', conversationId);
        if (now) storeConversation(client, applyViewerState(now, viewer_state));
      },
      () => {
        // The next poll corrects the badge.
      },
    );
  });
  useEffect(() => {
    if (seq !== null) timer.current ??= setTimeout(mark, sendDelay);
  }, [seq]);
  // Before the first message is marked: it starts to listen to input.
  useLayoutEffect(() => onUserReturn(() => mark()), []);
  // What was seen until the conversation is left counts.
  const latest = useRef(mark);
  useLayoutEffect(() => {
    latest.current = mark;
  });
  useLayoutEffect(() => () => void (timer.current !== undefined && latest.current()), []);
}

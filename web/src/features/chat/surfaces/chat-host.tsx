import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveState } from '#web/lib/live/use-live.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { type ChatRequest, useChatRequest } from '#web/lib/open-chat.ts';
import { hasUnsent } from '#web/lib/outbox/unsent-mark.ts';
import { unreadPoll, unreadQuery } from '../unread.api.ts';

const modal = lazyComponent(async () => (await import('./chat-modal.tsx')).ChatModal);

/** Milliseconds between the page being shown again and an overdue check. */
const resumeDelay = 250;

/** Requests what chat shows once a minute, also if live events don't arrive. Pauses while the page is hidden. */
function useSafetyPoll(): void {
  const client = useQueryClient();
  const live = useLiveState();
  useEffect(() => {
    let checkedAt = Date.now();
    const check = () => {
      checkedAt = Date.now();
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['list_conversations'] });
      if (live !== 'connected') void client.invalidateQueries({ queryKey: ['list_messages'] });
    };
    const isDue = () => !document.hidden && Date.now() - checkedAt >= unreadPoll;
    const timer = setInterval(() => {
      if (isDue()) check();
    }, unreadPoll / 6);
    let resumed: ReturnType<typeof setTimeout> | undefined;
    const onVisible = () => {
      clearTimeout(resumed);
      resumed = setTimeout(() => {
        // Without a connection, the next one requests the same.
        if (isDue() && live !== 'lost' && live !== 'connecting') check();
      }, resumeDelay);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      clearTimeout(resumed);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, live]);
}

/** Sends the messages that an earlier page couldn't send. */
function useLeftMessages(viewerId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasUnsent(viewerId)) return;
    whenIdle(() => {
      loadModule(() => import('../composer/message-outbox.ts')).then(
        ({ sendLeftMessages }) => sendLeftMessages(client, viewerId),
        () => {
          // They are sent when chat is opened.
        },
      );
    });
  }, [client, viewerId]);
}

/** What chat needs on every page: the dialog that `openChat` opens, a poll, and the messages that wait to be sent. */
export function ChatHost({ viewerId }: { viewerId: string }) {
  const [request, setRequest] = useState<ChatRequest | null>(null);
  useChatRequest(setRequest);
  useSafetyPoll();
  useLeftMessages(viewerId);
  const close = () => setRequest(null);
  return (
    request && <modal.Component viewerId={viewerId} request={request} onClose={close} onLoadFailure={close} />
  );
}

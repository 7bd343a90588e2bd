import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { type ChatLayer, ChatScreen } from '#web/features/chat/surfaces/chat-screen.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open over the list or a conversation. */
    chatLayer?: ChatLayer;
    /** How many entries before this one the list is; missing if the page was opened at a conversation. */
    chatListBefore?: number;
  }
}

const never = () => () => {};

/**
 * All conversations. The open one is the parameter `ch` of the address; the browser's Back closes a panel or the form for a new
 * conversation, and leads to the list.
 */
export function ChatPage() {
  const viewer = useViewer();
  const { ch } = useSearch({ from: '/app/chat' });
  const navigate = useNavigate();
  const router = useRouter();
  const { chatLayer, chatListBefore } = useRouterState({ select: ({ location }) => location.state });
  // The server, whose page is hydrated after a reload, doesn't know the history.
  const layer = useSyncExternalStore(
    never,
    () => chatLayer ?? null,
    () => null,
  );
  if (!viewer) return null;
  const listBefore = ch === undefined && layer === null ? 0 : chatListBefore;
  /** Opens an entry of the history, or replaces this one, without losing the way to the list. */
  const go = (to: { ch?: string | undefined; chatLayer?: ChatLayer }, { replace }: { replace: boolean }) =>
    void navigate({
      to: '/app/chat',
      search: to.ch === undefined ? {} : { ch: to.ch },
      replace,
      state: {
        ...(to.chatLayer && { chatLayer: to.chatLayer }),
        ...(listBefore !== undefined && { chatListBefore: listBefore + (replace ? 0 : 1) }),
      },
    });
  return (
    <ChatScreen
      viewerId={viewer.id}
      slug={ch ?? null}
      onSlug={(slug) => {
        if (slug !== null) go({ ch: slug }, { replace: ch !== undefined || layer !== null });
        else if (listBefore) router.history.go(-listBefore);
        else void navigate({ to: '/app/chat', search: {}, replace: true });
      }}
      layer={layer}
      onLayer={(next) => {
        if (next === null) router.history.back();
        else go({ ch, chatLayer: next }, { replace: layer !== null });
      }}
    />
  );
}

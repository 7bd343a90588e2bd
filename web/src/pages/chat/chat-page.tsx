import '#web/styles/lazy/chat.css';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { ChatScreen } from '#web/features/chat/surfaces/chat-screen.tsx';

/** All conversations. The open one is the parameter `ch` of the address; the browser's Back leads to the list. */
export function ChatPage() {
  const viewer = useViewer();
  const { ch } = useSearch({ from: '/app/chat' });
  const navigate = useNavigate();
  const router = useRouter();
  /** Whether the entry before this one is the list. */
  const cameFromList = useRef(false);
  if (!viewer) return null;
  return (
    <ChatScreen
      viewerId={viewer.id}
      slug={ch ?? null}
      onSlug={(slug) => {
        if (slug === null) {
          if (cameFromList.current) router.history.back();
          else void navigate({ to: '/app/chat', search: {}, replace: true });
          cameFromList.current = false;
          return;
        }
        cameFromList.current ||= ch === undefined;
        void navigate({ to: '/app/chat', search: { ch: slug }, replace: ch !== undefined });
      }}
    />
  );
}

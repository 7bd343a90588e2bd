import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { rememberPath, rememberWantsDiscover, useViewer } from '#web/features/auth/index.ts';
import { ChatHost } from '#web/features/chat/index.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { isRetryingLoad, subscribeToRetries } from '#web/lib/loading/load-module.ts';
import { BottomBar } from './bottom-bar.tsx';
import { UnreadTitle } from './page-title.ts';
import { CommandPaletteKey } from './palette/command-palette-key.tsx';
import { SignOutQuestion } from './sign-out.tsx';
import { SiteHeader } from './site-header.tsx';
import { SwitchProgress } from './spaces/switch-progress.tsx';
import { useConnectionToasts } from './use-connection-toasts.ts';
import { useOpenSpace } from './use-open-space.ts';

/** The frame around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  useChannel(viewer ? `user:${viewer.id}` : null, null);
  useStayInSpace(viewer !== null);
  useConnectionToasts();
  useVisitedPath(viewer?.id);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="skip-link fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1 overflow-x-clip outline-none max-[769px]:pb-20">
        {children}
      </main>
      <BottomBar />
      {viewer && <ChatHost viewerId={viewer.id} />}
      {viewer && <UnreadTitle viewerId={viewer.id} />}
      {viewer && <SignOutQuestion />}
      <SwitchProgress />
      <CommandPaletteKey />
      <Reconnecting />
    </div>
  );
}

/** On pages of no space, such as chat, people stay online in the space that they had open before. */
function useStayInSpace(isSignedIn: boolean): void {
  const openId = useOpenSpace()?.id;
  const [lastId, setLastId] = useState(openId);
  if (openId !== undefined && openId !== lastId) setLastId(openId);
  useChannel(isSignedIn && openId === undefined && lastId !== undefined ? `space:${lastId}` : null, null);
}

/** Stores the visited path for the next visit. Drops the intent to return to Discover when a visitor goes elsewhere. */
function useVisitedPath(userId: string | undefined): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (userId) rememberPath(userId, path);
    if (
      userId
        ? !/^\/(app|smart-landing)$/.test(path)
        : path !== '/discover' && !/^\/(login|signup|forgot-password)?$/.test(path)
    )
      rememberWantsDiscover(false);
  }, [userId, path]);
}

/** Shown while scripts that failed to load are requested again. */
function Reconnecting() {
  const isReconnecting = useSyncExternalStore(subscribeToRetries, isRetryingLoad, () => false);
  return (
    <p
      role="status"
      className="pointer-events-none fixed bottom-20 left-1/2 z-40 -translate-x-1/2 rounded-full bg-ink px-4 py-2 text-sm text-surface empty:hidden"
    >
      {isReconnecting && t('Reconnecting...')}
    </p>
  );
}

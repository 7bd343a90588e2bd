import type { ReactNode } from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { useTopic } from '#web/lib/use-live.ts';
import { BottomBar } from './bottom-bar.tsx';
import { SiteHeader } from './site-header.tsx';
import { useConnectionNotices } from './use-connection-notices.ts';

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  useTopic(viewer ? `user:${viewer.id}` : null, null);
  useConnectionNotices();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1 overflow-x-clip outline-none max-[768px]:pb-20">
        {children}
      </main>
      <BottomBar />
    </div>
  );
}

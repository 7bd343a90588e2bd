import { type ReactNode, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

const inviteDialog = lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog);

export const preloadInviteDialog = () => void inviteDialog.preload();

/** The dialog with the invitation link of a space, which loads on first use. Render `element` beside what opens it. */
export function useInviteDialog(space: Space): { open: () => void; element: ReactNode } {
  // Null until first opened: the link needs the address bar, which the server doesn't have.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return {
    open: () => setOpen(true),
    element: isOpen !== null && (
      <inviteDialog.Component
        space={space}
        open={isOpen}
        onClose={() => setOpen(false)}
        onLoadFailure={() => setOpen(null)}
      />
    ),
  };
}

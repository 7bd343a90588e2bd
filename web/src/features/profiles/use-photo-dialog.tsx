import { type ReactNode, useState } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

const photoDialog = lazyComponent(async () => (await import('./photo-dialog.tsx')).PhotoDialog);

export const preloadPhotoDialog = () => void photoDialog.preload();

/** The dialog that changes the viewer's photo, which loads on first use. Render `element` beside what opens it. */
export function usePhotoDialog(): { open: () => void; element: ReactNode } {
  // Null until first opened.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return {
    open: () => setOpen(true),
    element: isOpen !== null && (
      <photoDialog.Component
        open={isOpen}
        onClose={() => setOpen(false)}
        onLoadFailure={() => setOpen(null)}
      />
    ),
  };
}

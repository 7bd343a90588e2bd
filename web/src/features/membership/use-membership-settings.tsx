import { type ReactNode, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

const dialog = lazyComponent(async () => (await import('./membership-dialog.tsx')).MembershipDialog);

/**
 * The viewer's settings in a space, which load on first use. `open` shows the tab of that name, or the first one. Render
 * `element` beside what opens it.
 */
export function useMembershipSettings(space: Space | undefined): {
  open: (tab?: string) => void;
  element: ReactNode;
} {
  const [shown, setShown] = useState<{ tab: string | undefined; open: boolean } | null>(null);
  return {
    open: (tab) => setShown({ tab, open: true }),
    element: shown && space?.membership && (
      <dialog.Component
        space={space}
        tab={shown.tab}
        open={shown.open}
        onClose={() => setShown({ ...shown, open: false })}
        onLoadFailure={() => setShown(null)}
      />
    ),
  };
}

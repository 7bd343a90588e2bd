import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { isGuideShown } from './setup-state.ts';

const Nothing = () => null;
// If the guide fails to load, show the feed without it.
const loadGuide = () => loadModule(() => import('./setup-guide.tsx')).catch(() => ({ SetupGuide: Nothing }));
const Guide = lazyRouteComponent<{ SetupGuide: (props: { space: Space }) => React.ReactNode }, 'SetupGuide'>(
  loadGuide,
  'SetupGuide',
);

/** Preloads the guide's scripts for people who will see it, so that it appears with the page without a layout shift. */
export async function preloadSetupGuide(space: Space | undefined): Promise<void> {
  if (isGuideShown(space?.setup)) await Guide.preload?.();
}

/** The setup guide, if there is one to show; its scripts load only then. */
export function SetupGuideSlot({ space }: { space: Space }) {
  if (!isGuideShown(space.setup)) return null;
  return (
    <Suspense fallback={null}>
      <Guide space={space} />
    </Suspense>
  );
}

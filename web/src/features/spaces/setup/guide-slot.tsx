import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Space } from '#contract/spaces.ts';
import { loadModule } from '#web/lib/load-module.ts';
import { isGuideShown } from './setup-state.ts';

const Nothing = () => null;
// A feed without the guide is better than none.
const loadGuide = () => loadModule(() => import('./setup-guide.tsx')).catch(() => ({ SetupGuide: Nothing }));
const Guide = lazyRouteComponent<{ SetupGuide: (props: { space: Space }) => React.ReactNode }, 'SetupGuide'>(
  loadGuide,
  'SetupGuide',
);

/** Fetches the guide's scripts for those who will see it, so that it is there with the page and moves nothing. */
export async function preloadSetupGuide(space: Space | undefined): Promise<void> {
  if (isGuideShown(space?.setup)) await Guide.preload?.();
}

/** The setup guide, where there is one to show; its scripts come only then. */
export function SetupGuideSlot({ space }: { space: Space }) {
  if (!isGuideShown(space.setup)) return null;
  return (
    <Suspense fallback={null}>
      <Guide space={space} />
    </Suspense>
  );
}

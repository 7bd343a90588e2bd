import type { Space } from '#contract/features/spaces/spaces.ts';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';
import { isGuideShown } from './setup-state.ts';

const guide = lazyInPage(
  'features/spaces/setup/setup-guide.tsx',
  async () => (await import('./setup-guide.tsx')).SetupGuide,
);

/** Preloads the guide's scripts for people who will see it, so that it appears with the page without a layout shift. */
export async function preloadSetupGuide(space: Space | undefined): Promise<void> {
  if (isGuideShown(space?.setup)) await guide.preload();
}

/** The setup guide, if there is one to show; its scripts load only then. */
export function SetupGuideSlot({ space }: { space: Space }) {
  return isGuideShown(space.setup) && <guide.Component space={space} />;
}

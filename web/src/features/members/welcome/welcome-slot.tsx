import type { Space } from '#contract/features/spaces/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';

const welcome = lazyInPage(
  'features/members/welcome/welcome.tsx',
  async () => (await import('./welcome.tsx')).Welcome,
);

/** Whether a new member has something left to do: what the space remembers, and a photo. */
const isWelcomeShown = ({ welcome: state }: Space, hasPhoto: boolean): boolean =>
  state !== null && !(state.has_posted && state.has_looked_around && hasPhoto);

/** Preloads the scripts of the welcome for new members, so that it appears with the page without a layout shift. */
export async function preloadWelcome(space: Space | undefined): Promise<void> {
  if (space?.welcome) await welcome.preload();
}

/** The welcome, for new members; its scripts load only for them. */
export function WelcomeSlot({ space }: { space: Space }) {
  const viewer = useViewer();
  if (!viewer || !isWelcomeShown(space, viewer.avatar_url !== null)) return null;
  return <welcome.Component space={space} />;
}

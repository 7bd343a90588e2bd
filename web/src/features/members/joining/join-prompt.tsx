import { useEffect, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';
import { isLocalChange } from '../local-changes.ts';

const card = lazyInPage(
  'features/members/joining/join-card.tsx',
  async () => (await import('./join-card.tsx')).JoinCard,
);

/** Preloads the scripts of the prompt for non-members, so that it appears with the page without a layout shift. */
export async function preloadJoinPrompt(space: Space | undefined): Promise<void> {
  if (space?.membership === null) await card.preload();
}

/** Whether the viewer was a member when this page opened and was removed since. */
function useRemoved(spaceId: string, isMember: boolean): boolean {
  const [wasMember, setWasMember] = useState(isMember);
  useEffect(() => {
    if (isMember) setWasMember(true);
    // The viewer left on their own, so it needs no message.
    else if (isLocalChange(spaceId, null)) setWasMember(false);
  }, [spaceId, isMember]);
  return wasMember && !isMember && !isLocalChange(spaceId, null);
}

/** Shown to non-members where members write: how to join. Members see nothing, and don't load its scripts. */
export function JoinPrompt({ space, isPage }: { space: Space; isPage?: boolean }) {
  const isRemoved = useRemoved(space.id, space.membership !== null);
  return (
    <div role="status" className="contents">
      {space.membership === null && <card.Component {...{ space, isRemoved, isPage }} />}
    </div>
  );
}

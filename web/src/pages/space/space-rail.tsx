import type { Space } from '#contract/features/spaces/spaces.ts';
import { JoinButton } from '#web/features/members/index.ts';
import { SpaceRailCard } from '#web/features/spaces/index.ts';

/** The second column of feed and post page: the space and what is going on in it. */
export function SpaceRail({ space }: { space: Space }) {
  return (
    <aside className="flex flex-col gap-4">
      <SpaceRailCard
        space={space}
        online={undefined}
        action={space.membership === null && <JoinButton space={space} block stay />}
      />
    </aside>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { Space } from '#contract/spaces.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { banPages } from './members.api.ts';
import { PeoplePages, PersonItem } from './people-pages.tsx';
import { useLiftBan } from './use-decide-request.ts';

/** Who may not come back by themselves. */
export function BanList({ space }: { space: Space }) {
  const pages = useInfiniteQuery(banPages(space.id));
  const bans = pages.data?.pages.flatMap((page) => page.bans) ?? [];
  const lift = useLiftBan(space);
  return (
    <PeoplePages
      pages={pages}
      count={bans.length}
      emptyTitle="Nobody is banned."
      emptyText="Ban someone from the menu beside their name."
    >
      {bans.map(({ user, banned_at }) => (
        <PersonItem
          key={user.id}
          person={user}
          note={
            <>
              banned <RelativeTime at={banned_at} />
            </>
          }
          actions={
            <Button
              size="sm"
              aria-label={`Unban ${user.full_name}`}
              loading={lift.isPending && lift.variables.userId === user.id}
              onClick={() => lift.mutate({ userId: user.id, name: user.full_name })}
            >
              Unban
            </Button>
          }
        />
      ))}
    </PeoplePages>
  );
}

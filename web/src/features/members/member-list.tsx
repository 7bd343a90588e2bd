import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEntity } from '#web/lib/entity-cache.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { useNearEnd } from '#web/lib/use-near-end.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type MemberRow, membersPages } from './members.api.ts';

/** How long to wait for more letters before searching, in milliseconds. */
const searchDelay = 300;

/** The people of a space, newest first, found by name. */
export function MemberList({ spaceId }: { spaceId: string }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), searchDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  const pages = useInfiniteQuery({
    ...membersPages(spaceId, search),
    placeholderData: (previous) => previous,
  });
  const members = pages.data?.pages.flatMap((page) => page.members) ?? [];
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetchingNextPage, () => {
    void pages.fetchNextPage();
  });

  return (
    <>
      <TextField
        label="Search members"
        labelHidden
        type="search"
        placeholder="Search members"
        className="mb-4"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {pages.isError && members.length === 0 ? (
        <EmptyState
          title="Error Fetching Members"
          action={<Button onClick={() => void pages.refetch()}>Try Again</Button>}
        >
          Could not retrieve list.
        </EmptyState>
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberItem key={member.id} member={member} />
            ))}
          </ul>
          {members.length === 0 && !pages.isFetching && <EmptyState title="Nobody by that name." />}
        </Card>
      )}
      {pages.hasNextPage && (
        <div ref={more} className="mt-4 flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const roleNames = { owner: 'Owner', admin: 'Admin', member: null } as const;

function MemberItem({ member }: { member: MemberRow }) {
  const person = useEntity('person', member.user_id);
  if (!person) return null;
  const role = roleNames[member.role];
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{person.full_name}</p>
        <p className="truncate text-sm text-soft">
          @{person.username} · joined <RelativeTime at={member.joined_at} />
        </p>
      </div>
      {role && <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{role}</Badge>}
    </li>
  );
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type MemberRow, membersPages } from '../members.api.ts';
import { RoleChips } from '../roles/role-chips.tsx';
import { type MembersSearch, matchesSearch, maxSearchLength } from './member-filter.ts';
import { MemberItem } from './member-item.tsx';
import { MemberSelects } from './member-selects.tsx';
import { PeopleSkeleton } from './people-skeleton.tsx';

interface MemberListProps {
  space: Space;
  /** The search parameters of the address; `search` is the initial search text. */
  view: MembersSearch;
}

/** The members of a space. Typing filters the loaded members right away, then the server finds the others. */
export function MemberList({ space, view }: MemberListProps) {
  const [typed, setTyped] = useState(view.search ?? '');
  const search = useDebouncedValue(typed);
  const client = useQueryClient();
  const pages = useInfiniteQuery({
    ...membersPages(space.id, { ...view, search }),
    placeholderData: (previous) => previous,
  });
  const loaded = pages.data?.pages.flatMap((page) => page.members) ?? [];
  const isIdle = typed.trim() === search && !pages.isPlaceholderData;
  const fitsView = (member: MemberRow) =>
    (!view.role || member.role === view.role) && (!view.level || member.level === Number(view.level));
  const matches = (member: MemberRow) => {
    const person = readEntity(client, 'person', member.user_id);
    return person !== undefined && matchesSearch(person, typed) && fitsView(member);
  };
  const members = isIdle ? loaded : loaded.filter(matches);
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetching, () => {
    void pages.fetchNextPage();
  });

  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label={t('Search members')}
        labelHidden
        type="search"
        placeholder={t('Search members')}
        maxLength={maxSearchLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <RoleChips space={space} view={view} />
        <MemberSelects space={space} view={view} />
      </div>
      {pages.isError && loaded.length === 0 ? (
        <EmptyState
          title={t('Error Fetching Members')}
          action={<Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>}
        >
          {t('Could not retrieve list.')}
        </EmptyState>
      ) : pages.isPending || (members.length === 0 && !isIdle) ? (
        <PeopleSkeleton />
      ) : (
        <Card flush>
          <ul className="divide-y divide-line" aria-busy={!isIdle}>
            {members.map((member) => (
              <MemberItem key={member.id} member={member} space={space} />
            ))}
          </ul>
          {members.length === 0 && (
            <EmptyState
              title={
                typed.trim()
                  ? t('No members found')
                  : view.level
                    ? t('No members at this level')
                    : t('No members yet')
              }
            />
          )}
        </Card>
      )}
      {pages.hasNextPage && isIdle && (
        <div ref={more} className="flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </div>
  );
}

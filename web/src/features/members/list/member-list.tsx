import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { type MemberRow, membersPages } from '../members.api.ts';
import { type MembersSearch, matchesSearch } from './member-filter.ts';
import { MemberFilters, useShowMembers } from './member-filters.tsx';
import { MemberGrid } from './member-grid.tsx';
import { MemberItem } from './member-item.tsx';
import { membersFailure } from './people-pages.tsx';
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
  const isFiltered = Boolean(typed.trim() || view.role || view.level);
  const show = useShowMembers(space);
  const clear = () => {
    setTyped('');
    show({ sort: view.sort });
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <MemberFilters space={space} view={view} typed={typed} onType={setTyped} />
      <div>
        <PagedList
          pages={{
            ...pages,
            isPending: pages.isPending || !isIdle,
            isError: pages.isError && loaded.length === 0,
          }}
          count={members.length}
          skeleton={<PeopleSkeleton columns />}
          empty={
            <Card flush>
              <EmptyState
                title={emptyTitle(typed, view)}
                action={isFiltered && <Button onClick={clear}>{t('Clear filters')}</Button>}
              />
            </Card>
          }
          failure={membersFailure()}
          more={isIdle ? {} : null}
        >
          <MemberGrid aria-busy={!isIdle}>
            {members.map((member) => (
              <MemberItem key={member.id} member={member} space={space} />
            ))}
          </MemberGrid>
        </PagedList>
      </div>
    </div>
  );
}

function emptyTitle(typed: string, view: MembersSearch): string {
  if (typed.trim()) return t('No members found');
  return view.level ? t('No members at this level') : t('No members yet');
}

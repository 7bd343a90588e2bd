import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Person } from '#contract/users.ts';
import { type ListPages, PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { PeopleSkeleton } from './people-skeleton.tsx';

interface PeoplePagesProps {
  pages: ListPages;
  count: number;
  emptyTitle: string;
  emptyText: string;
  children: ReactNode;
}

/** A list of people, loaded page by page. */
export function PeoplePages({ pages, count, emptyTitle, emptyText, children }: PeoplePagesProps) {
  return (
    <PagedList
      pages={pages}
      count={count}
      skeleton={<PeopleSkeleton rows={3} />}
      empty={
        <Card flush>
          <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
        </Card>
      }
      failure={membersFailure()}
    >
      <Card flush>
        <ul className="divide-y divide-line">{children}</ul>
      </Card>
    </PagedList>
  );
}

/** What is shown if members can't be loaded. */
export const membersFailure = () => ({
  title: t('Error Fetching Members'),
  text: t('Could not retrieve list.'),
});

/** A person in the list: name, a secondary line and actions. */
export function PersonItem({
  person,
  note,
  children,
  actions,
}: {
  person: Person;
  note: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-semibold">{person.full_name}</p>
          <p className="truncate text-sm text-soft">
            @{person.username} · {note}
          </p>
          {children}
        </div>
        <div className="flex gap-2">{actions}</div>
      </div>
    </li>
  );
}

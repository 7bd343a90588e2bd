import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Person } from '#contract/users.ts';
import { useNearEnd } from '#web/lib/list/use-near-end.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { PeopleSkeleton } from './people-skeleton.tsx';

interface PagesState {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** A paginated list of people with its loading, empty and error states. */
export function PeoplePages({
  pages,
  count,
  emptyTitle,
  emptyText,
  children,
}: {
  pages: PagesState;
  count: number;
  emptyTitle: string;
  emptyText: string;
  children: ReactNode;
}) {
  const more = useNearEnd<HTMLDivElement>(pages.hasNextPage && !pages.isFetching, () => {
    pages.fetchNextPage();
  });
  if (pages.isPending) return <PeopleSkeleton rows={3} />;
  if (pages.isError && count === 0) {
    return (
      <EmptyState
        title={t('Error Fetching Members')}
        action={<Button onClick={() => pages.refetch()}>{t('Try again')}</Button>}
      >
        {t('Could not retrieve list.')}
      </EmptyState>
    );
  }
  return (
    <>
      <Card flush>
        {count === 0 ? (
          <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
        ) : (
          <ul className="divide-y divide-line">{children}</ul>
        )}
      </Card>
      {pages.hasNextPage && (
        <div ref={more} className="mt-4 flex justify-center">
          <Button loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  );
}

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
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-semibold">{person.full_name}</p>
        <p className="truncate text-sm text-soft">
          @{person.username} · {note}
        </p>
        {children}
      </div>
      <div className="flex gap-2">{actions}</div>
    </li>
  );
}

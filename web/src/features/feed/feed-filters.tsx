import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { FeedSearch } from './feed.api.ts';

interface FeedFiltersProps {
  space: Space;
  search: FeedSearch;
  /** Whether the feed has several posts. With one or none, there is nothing to sort. */
  canSort: boolean;
}

const sorts: { label: Message; sort: FeedSearch['sort'] }[] = [
  { label: msg('Default'), sort: undefined },
  { label: msg('New'), sort: 'new' },
  { label: msg('Top'), sort: 'top' },
];
const periods: { label: Message; period: FeedSearch['period'] }[] = [
  { label: msg('7 days'), period: undefined },
  { label: msg('30 days'), period: '30d' },
  { label: msg('All'), period: 'all' },
];
const current = (is: boolean) => (is ? ('true' as const) : undefined);

/** Category, sort order and period of the feed, stored in the URL. */
export function FeedFilters({ space, search, canSort }: FeedFiltersProps) {
  const to = {
    to: '/$subdomain/space',
    params: { subdomain: space.subdomain },
    replace: true,
    resetScroll: false,
    activeProps: {},
    // Otherwise a URL with additional parameters would also count as active.
    activeOptions: { exact: true, includeSearch: true },
  } as const;
  const withChanges = (changes: FeedSearch): FeedSearch => {
    const { sort, period, category } = { ...search, ...changes };
    return {
      ...(sort ? { sort } : {}),
      ...(sort === 'top' && period ? { period } : {}),
      ...(category ? { category } : {}),
    };
  };
  const hasCategories = space.categories.length > 1;
  const isPlain = !search.sort && !search.category;
  if (!canSort && isPlain && !hasCategories) return null;
  return (
    <div className="feed-filters">
      {hasCategories && (
        <ChipRow label={t('Categories')} selected={search.category}>
          <Link
            {...to}
            className="chip"
            search={withChanges({ category: undefined })}
            aria-current={current(!search.category)}
          >
            {t('All')}
          </Link>
          {space.categories.map(({ id, name, icon }) => (
            <Link
              key={id}
              {...to}
              className="chip"
              search={withChanges({ category: id })}
              aria-current={current(search.category === id)}
            >
              <span aria-hidden="true">{icon}</span>
              <span className="truncate">{name}</span>
            </Link>
          ))}
        </ChipRow>
      )}
      {(canSort || !isPlain) && (
        <nav aria-label={t('Sort')} className="orders md:ml-auto">
          {sorts.map(({ label, sort }) => (
            <Link
              key={sort ?? 'default'}
              {...to}
              search={withChanges({ sort, period: undefined })}
              aria-current={current(search.sort === sort)}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
      )}
      {search.sort === 'top' && (
        // On its own row, so that the sort links do not move when pressed.
        <nav aria-label={t('Period')} className="orders ml-auto">
          {periods.map(({ label, period }) => (
            <Link
              key={period ?? '7d'}
              {...to}
              search={withChanges({ period })}
              aria-current={current(search.period === period)}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { SortButton } from '#web/lib/list/sort-button.tsx';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { FeedSearch } from './feed.api.ts';
import { type FeedOrder, feedOrders, toOrder } from './feed-orders.ts';
import { categoryLock } from './limited/limited-slots.tsx';

interface FeedFiltersProps {
  space: Space;
  search: FeedSearch;
  /** How many posts the feed shows, or null until it's known. */
  count: number | null;
}

const current = (is: boolean) => (is ? ('true' as const) : undefined);

/** Category and order of the feed, stored in the URL. Nothing in a space without posts. */
export function FeedFilters({ space, search, count }: FeedFiltersProps) {
  const navigate = useNavigate();
  const order = toOrder(search);
  const isPlain = order === 'activity' && !search.category;
  if (count === 0 && isPlain) return null;
  const hasCategories = space.categories.length > 1;
  const canSort = count !== 1 || !isPlain;
  if (!hasCategories && !canSort) return null;
  const to = {
    to: '/$subdomain/space',
    params: { subdomain: space.subdomain },
    replace: true,
    resetScroll: false,
    className: 'chip',
    activeProps: {},
    // Otherwise a URL with additional parameters would also count as active.
    activeOptions: { exact: true, includeSearch: true },
  } as const;
  const inOrder = feedOrders[order].search;
  const choose = (next: string) =>
    void navigate({
      to: '/$subdomain/space',
      params: { subdomain: space.subdomain },
      search: {
        ...feedOrders[next as FeedOrder].search,
        ...(search.category ? { category: search.category } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="filter-row">
      {hasCategories && (
        <ChipRow label={t('Categories')} selected={search.category}>
          <Link {...to} search={inOrder} aria-current={current(!search.category)}>
            {t('All')}
          </Link>
          {space.categories.map(({ id, name, icon, is_limited }) => (
            <Link
              key={id}
              {...to}
              search={{ ...inOrder, category: id }}
              aria-current={current(search.category === id)}
            >
              <span aria-hidden="true">{icon}</span>
              <span className="truncate">{name}</span>
              {is_limited && <categoryLock.Component space={space} id={id} />}
            </Link>
          ))}
        </ChipRow>
      )}
      {canSort && (
        <SortButton
          options={Object.entries(feedOrders).map(([value, one]) => ({ value, label: t(one.label) }))}
          value={order}
          onChange={choose}
          isShort={hasCategories}
        />
      )}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { ArrowDownUp } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChipRow } from '#web/ui/chip-row.tsx';
import type { FeedSearch } from './feed.api.ts';
import { feedOrders, toOrder } from './feed-orders.ts';
import type { SortMenuProps } from './sort-menu.tsx';

interface FeedFiltersProps {
  space: Space;
  search: FeedSearch;
  /** How many posts the feed shows, or null until it's known. */
  count: number | null;
}

const sortMenu = lazyOverlay<SortMenuProps>(async () => (await import('./sort-menu.tsx')).SortMenu);
const current = (is: boolean) => (is ? ('true' as const) : undefined);

/** Category and order of the feed, stored in the URL. Nothing in a space without posts. */
export function FeedFilters({ space, search, count }: FeedFiltersProps) {
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
  const label = t(feedOrders[order].label);
  return (
    <div className="feed-filters">
      {hasCategories && (
        <ChipRow label={t('Categories')} selected={search.category}>
          <Link {...to} search={inOrder} aria-current={current(!search.category)}>
            {t('All')}
          </Link>
          {space.categories.map(({ id, name, icon }) => (
            <Link
              key={id}
              {...to}
              search={{ ...inOrder, category: id }}
              aria-current={current(search.category === id)}
            >
              <span aria-hidden="true">{icon}</span>
              <span className="truncate">{name}</span>
            </Link>
          ))}
        </ChipRow>
      )}
      {canSort && (
        <LazyPopup
          opens="menu"
          popup={sortMenu}
          popupProps={{ subdomain: space.subdomain, search }}
          button={
            <Button
              variant="quiet"
              size="sm"
              className="feed-sort"
              aria-label={t('Sort: {order}', { order: label })}
            >
              <ArrowDownUp size={16} aria-hidden="true" />
              <span className={hasCategories ? 'max-md:hidden' : undefined}>{label}</span>
            </Button>
          }
        />
      )}
    </div>
  );
}

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { msg, t } from '#contract/i18n/translate.ts';
import { rememberWantsDiscover, useViewer } from '#web/features/auth/index.ts';
import {
  DiscoverList,
  type DiscoverSearch,
  TopicChips,
  toDiscoverSearch,
} from '#web/features/discover/index.ts';
import { SortButton } from '#web/lib/list/sort-button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Page } from '#web/ui/page/page-grid.tsx';

const route = getRouteApi('/discover');
/** Debounce delay of the search, in milliseconds. */
const searchDelay = 300;

const prices = [
  { label: msg('All'), value: undefined },
  { label: msg('Free'), value: 'free' },
  { label: msg('Paid'), value: 'paid' },
] as const;
const sorts = [
  { label: msg('Recommended'), value: 'recommended' },
  { label: msg('New'), value: 'new' },
  { label: msg('Largest'), value: 'largest' },
] as const;

/** Public spaces with search, filters and sorting, all stored in the URL. */
export function DiscoverPage() {
  const search = route.useSearch();
  const { q = '', price, topic, sort } = search;
  const navigate = useNavigate();
  const viewer = useViewer();
  const [typed, setTyped] = useState(q);
  const show = useCallback(
    (next: DiscoverSearch) =>
      void navigate({ to: '/discover', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  useEffect(() => {
    const text = typed.trim();
    if (text === q) return;
    const timer = setTimeout(() => show({ q: text || undefined, price, topic, sort }), searchDelay);
    return () => clearTimeout(timer);
  }, [typed, q, price, topic, sort, show]);
  const clear = () => {
    setTyped('');
    show({ sort });
  };
  // A visitor who logs in from here returns here.
  useEffect(() => {
    if (!viewer) rememberWantsDiscover(true);
  }, [viewer]);

  return (
    <Page>
      <h1 className="text-2xl">{t('Discover spaces')}</h1>
      <p className="mt-1 text-soft">{t('Find a community to join.')}</p>
      <div className="my-6 flex min-w-0 flex-col gap-3">
        <div className="toolbar flex min-w-0 flex-wrap items-center gap-3">
          <SearchField
            label={t('Search spaces')}
            className="min-w-0 flex-1 basis-32 md:max-w-80"
            value={typed}
            onChange={setTyped}
          />
          <PriceChoice search={search} />
        </div>
        <div className="filter-row">
          <TopicChips search={search} />
          <SortButton
            options={sorts.map(({ value, label }) => ({ value, label: t(label) }))}
            value={sort ?? 'recommended'}
            onChange={(value) => show({ ...search, sort: toDiscoverSearch({ sort: value }).sort })}
            isShort
          />
        </div>
      </div>
      <DiscoverList search={search} onClear={clear} />
    </Page>
  );
}

/** Links whose address stores the choice. */
function PriceChoice({ search }: { search: DiscoverSearch }) {
  return (
    <nav aria-label={t('Price')} className="orders">
      {prices.map(({ value, label }) => (
        <Link
          key={value ?? 'all'}
          to="/discover"
          search={{ ...search, price: value }}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={value === search.price ? 'true' : undefined}
          replace
          resetScroll={false}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { rememberWantsDiscover, useViewer } from '#web/features/auth/index.ts';
import { DiscoverList, type DiscoverSearch, TopicChips } from '#web/features/discover/index.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

const route = getRouteApi('/discover');
/** Debounce delay of the search, in milliseconds. */
const searchDelay = 300;

const prices = [
  { label: msg('All'), value: undefined },
  { label: msg('Free'), value: 'free' },
  { label: msg('Paid'), value: 'paid' },
] as const;
const sorts = [
  { label: msg('Recommended'), value: undefined },
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
  useEffect(() => {
    const search = typed.trim();
    if (search === q) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '/discover',
        search: { q: search || undefined, price, topic, sort },
        replace: true,
        resetScroll: false,
      });
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [typed, q, price, topic, sort, navigate]);
  const clear = () => {
    setTyped('');
    void navigate({ to: '/discover', search: { sort }, replace: true, resetScroll: false });
  };
  // A visitor who logs in from here returns here.
  useEffect(() => {
    if (!viewer) rememberWantsDiscover(true);
  }, [viewer]);

  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 lg:px-6 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('Discover spaces')}</h1>
      <p className="mt-1 text-soft">{t('Find a community to join.')}</p>
      <div className="my-6 flex min-w-0 flex-col gap-3">
        <div className="toolbar flex min-w-0 flex-col gap-3 md:flex-row md:items-center">
          <TextField
            label={t('Search spaces')}
            labelHidden
            type="search"
            placeholder={t('Search spaces')}
            className="w-full max-w-md md:w-80"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="-mx-4 flex min-w-0 gap-3 overflow-x-auto px-4 [scrollbar-width:none] max-md:pr-6 max-md:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] md:mx-0 md:flex-1 md:justify-between md:px-0">
            <Choices
              label={t('Price')}
              options={prices}
              selected={price}
              to={(price) => ({ ...search, price })}
            />
            <Choices label={t('Sort')} options={sorts} selected={sort} to={(sort) => ({ ...search, sort })} />
          </div>
        </div>
        <TopicChips search={search} />
      </div>
      <DiscoverList search={search} onClear={clear} />
    </div>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly { label: Message; value: Value | undefined }[];
  selected: Value | undefined;
  /** Returns the search parameters for a value. */
  to: (value: Value | undefined) => DiscoverSearch;
}

/** A choice between a few values as links; the URL stores the choice. */
function Choices<Value extends string>({ label, options, selected, to }: ChoicesProps<Value>) {
  return (
    <nav aria-label={label} className="orders">
      {options.map((option) => (
        <Link
          key={option.value ?? 'default'}
          to="/discover"
          search={to(option.value)}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={option.value === selected ? 'true' : undefined}
          replace
          resetScroll={false}
        >
          {t(option.label)}
        </Link>
      ))}
    </nav>
  );
}

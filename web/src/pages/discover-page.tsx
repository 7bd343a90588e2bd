import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { rememberWantsDiscover, useViewer } from '#web/features/auth/index.ts';
import { DiscoverList } from '#web/features/spaces/index.ts';
import { TextField } from '#web/ui/text-field.tsx';

const route = getRouteApi('/discover');
/** How long to wait for more letters before searching, in milliseconds. */
const searchDelay = 300;

const prices = [
  { label: 'All', price: undefined },
  { label: 'Free', price: 'free' },
  { label: 'Paid', price: 'paid' },
] as const;
const sorts = [
  { label: 'Recommended', sort: undefined },
  { label: 'New', sort: 'new' },
  { label: 'Largest', sort: 'largest' },
] as const;

/** Spaces that are open to everyone: searched, narrowed and ordered, all of it held by the address. */
export function DiscoverPage() {
  const search = route.useSearch();
  const { q = '', price, sort } = search;
  const navigate = useNavigate();
  const viewer = useViewer();
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '/discover',
        search: { q: wanted || undefined, price, sort },
        replace: true,
        resetScroll: false,
      });
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [typed, q, price, sort, navigate]);
  // A stranger who signs in from here comes back here.
  useEffect(() => {
    if (!viewer) rememberWantsDiscover(true);
  }, [viewer]);

  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 lg:px-6 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">Discover spaces</h1>
      <p className="mt-1 text-soft">Communities that are open to you.</p>
      <div className="my-6 flex flex-wrap items-center gap-3">
        <TextField
          label="Search spaces"
          labelHidden
          type="search"
          placeholder="Search spaces"
          className="w-full max-w-md md:w-80"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <nav aria-label="Price" className="flex flex-wrap gap-2">
          {prices.map((chip) => (
            <Link
              key={chip.label}
              to="/discover"
              search={{ ...search, price: chip.price }}
              className="chip"
              activeProps={{}}
              aria-current={chip.price === price ? 'true' : undefined}
              replace
              resetScroll={false}
            >
              {chip.label}
            </Link>
          ))}
        </nav>
        <nav aria-label="Sort" className="flex flex-wrap gap-2 md:ml-auto">
          {sorts.map((chip) => (
            <Link
              key={chip.label}
              to="/discover"
              search={{ ...search, sort: chip.sort }}
              className="chip"
              activeProps={{}}
              aria-current={chip.sort === sort ? 'true' : undefined}
              replace
              resetScroll={false}
            >
              {chip.label}
            </Link>
          ))}
        </nav>
      </div>
      <DiscoverList search={search} />
    </div>
  );
}

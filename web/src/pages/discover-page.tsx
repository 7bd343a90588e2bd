import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DiscoverList } from '#web/features/spaces/index.ts';
import { TextField } from '#web/ui/text-field.tsx';

const route = getRouteApi('/discover');
/** How long to wait for more letters before searching, in milliseconds. */
const searchDelay = 300;

/** Spaces that are open to everyone. */
export function DiscoverPage() {
  const { q = '' } = route.useSearch();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      void navigate({ to: '/discover', search: wanted ? { q: wanted } : {}, replace: true });
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);

  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 lg:px-6 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">Discover spaces</h1>
      <p className="mt-1 text-soft">Communities that are open to you.</p>
      <TextField
        label="Search spaces"
        labelHidden
        type="search"
        placeholder="Search spaces"
        className="my-6 max-w-md"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DiscoverList search={q} />
    </div>
  );
}

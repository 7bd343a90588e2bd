import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { SpaceIcon, userSpacesQuery, useUserSpaces } from '#web/features/spaces/index.ts';
import { Button } from '#web/ui/button.tsx';

interface SpaceListProps {
  texts: SpaceListTexts;
  onChoose: () => void;
  /** Takes the height of the screen, in a drawer. */
  tall?: boolean;
  /** Without the way to a new space. */
  ownOnly?: boolean;
}
interface SpaceListTexts {
  search: string;
  none: string;
  noMatch: string;
}

const rowClass =
  'flex min-h-10 items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-hover max-md:min-h-11 aria-[current=page]:bg-hover';

/** The viewer's spaces, found by typing, and the ways to others. A stranger gets Sign in and Sign up. */
export function SpaceList({ texts, onChoose, tall, ownOnly }: SpaceListProps) {
  const viewer = useViewer();
  const [search, setSearch] = useState('');
  const { isPending } = useQuery({ ...userSpacesQuery, enabled: viewer !== null });
  const spaces = useUserSpaces(viewer !== null);
  const wanted = search.trim().toLowerCase();
  const shown = spaces.filter(({ name }) => name.toLowerCase().includes(wanted));

  return (
    <div className="flex flex-col">
      {viewer && (
        <label className="flex items-center gap-2.5 border-b border-line px-4 py-3">
          <Search size={18} className="text-faint" aria-hidden="true" />
          <span className="sr-only">{texts.search}</span>
          <input
            type="search"
            className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint"
            placeholder={texts.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      )}
      <nav aria-label="Spaces" className="flex flex-col p-1.5">
        {viewer && isPending && <p className="px-2.5 py-3 text-soft">Loading spaces...</p>}
        {viewer && !isPending && shown.length === 0 && (
          <p className="px-2.5 py-3 text-soft">{spaces.length === 0 ? texts.none : texts.noMatch}</p>
        )}
        <ul className={tall ? 'max-h-[calc(100dvh-17rem)] overflow-y-auto' : 'max-h-80 overflow-y-auto'}>
          {shown.map((space) => (
            <li key={space.id}>
              <Link
                to="/$subdomain/space"
                params={{ subdomain: space.subdomain }}
                className={rowClass}
                onClick={onChoose}
              >
                <SpaceIcon space={space} size="sm" />
                <span className="min-w-0 truncate">{space.name}</span>
              </Link>
            </li>
          ))}
        </ul>
        {viewer && <hr className="mx-2.5 my-1.5 border-line" />}
        {viewer && !ownOnly && (
          <Link to="/create-space" className={rowClass} onClick={onChoose}>
            <Plus size={20} className="mx-1.5 text-faint" aria-hidden="true" />
            Create a space
          </Link>
        )}
        <Link to="/discover" className={rowClass} onClick={onChoose}>
          <Compass size={20} className="mx-1.5 text-faint" aria-hidden="true" />
          Discover spaces
        </Link>
        {!viewer && (
          <div className="grid grid-cols-2 gap-2 p-2.5">
            <Button render={<Link to="/login" onClick={onChoose} />}>Sign in</Button>
            <Button variant="primary" render={<Link to="/signup" onClick={onChoose} />}>
              Sign up
            </Button>
          </div>
        )}
      </nav>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from '@tanstack/react-router';
import { Compass, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { type Message, t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { unreadSpacesQuery } from '#web/features/notifications/index.ts';
import { userSpacesQuery, useUserSpaces } from '#web/features/spaces/index.ts';
import { Button } from '#web/ui/button.tsx';
import { rowClass, SpaceRows } from './space-rows.tsx';

interface SpaceListProps {
  /** Closing the list clears the search. */
  isOpen: boolean;
  labels: SpaceListLabels;
  onChoose: () => void;
  /** Fills the height of the screen, in a drawer. */
  tall?: boolean;
}
interface SpaceListLabels {
  search: Message;
  none: Message;
  noMatch: Message;
}

/** Rows rendered when the list opens: more than a screen shows. The others follow in a transition. */
const rowsAtOnce = 20;

/** The arrow keys move from the field through the rows and back; Enter in the field opens the first row. */
function moveByKeys(event: KeyboardEvent<HTMLDivElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[href]')];
  const at = stops.indexOf(event.target as HTMLElement);
  const isField = stops[at] instanceof HTMLInputElement;
  if (event.nativeEvent.isComposing || at === -1) return;
  if (event.key === 'Enter' && isField && event.currentTarget.querySelector('li a')) {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('li a')?.click();
    return;
  }
  const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (goal === undefined || (isField && !event.key.startsWith('Arrow'))) return;
  event.preventDefault();
  stops[Math.max(0, Math.min(goal, stops.length - 1))]?.focus();
}

/**
 * The viewer's spaces with a search field, and links to find or create others. Visitors get "Sign in" and "Sign up".
 */
export function SpaceList({ isOpen, labels, onChoose, tall }: SpaceListProps) {
  const viewer = useViewer();
  const [search, setSearch] = useState('');
  if (!isOpen && search !== '') setSearch('');
  const { isPending, isError } = useQuery({ ...userSpacesQuery, enabled: viewer !== null });
  const spaces = useUserSpaces(viewer !== null);
  const unread = useQuery({ ...unreadSpacesQuery, enabled: viewer !== null && isOpen }).data;
  const query = search.trim().toLowerCase();
  const here = useMatch({ from: '/$subdomain', shouldThrow: false })?.params.subdomain;
  const matching = spaces.filter(({ name }) => name.toLowerCase().includes(query));
  const isHere = ({ subdomain }: SpaceSummary) => subdomain === here;
  // The open space is the first.
  const shown = [...matching.filter(isHere), ...matching.filter((space) => !isHere(space))];
  const hasOpened = useDeferredValue(true, false);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the links inside.
    <div className="flex flex-col" onKeyDown={moveByKeys}>
      {viewer && (
        <label className="mx-3 mt-1.5 flex items-center gap-2.5 rounded-md bg-sunken px-3 py-2 outline-focus -outline-offset-2 focus-within:outline-2">
          <Search size={18} className="text-faint" aria-hidden="true" />
          <span className="sr-only">{t(labels.search)}</span>
          <input
            type="search"
            className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint"
            placeholder={t(labels.search)}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      )}
      <nav aria-label={t('Spaces')} className="flex flex-col p-1.5">
        {viewer && isPending && <p className="px-2.5 py-3 text-soft">{t('Loading spaces...')}</p>}
        {viewer && isError && spaces.length === 0 && (
          <p role="alert" className="px-2.5 py-3 text-danger-text">
            {t('Failed to fetch spaces')}
          </p>
        )}
        {viewer && !isPending && !(isError && spaces.length === 0) && shown.length === 0 && (
          <p className="px-2.5 py-3 text-soft">{t(spaces.length === 0 ? labels.none : labels.noMatch)}</p>
        )}
        <SpaceRows
          here={here}
          unread={unread?.counts}
          mutedIds={unread?.mutedIds}
          spaces={hasOpened ? shown : shown.slice(0, rowsAtOnce)}
          onChoose={onChoose}
          className={tall ? 'max-h-[calc(100dvh-17rem)] overflow-y-auto' : 'max-h-80 overflow-y-auto'}
        />
        {viewer && <hr className="mx-2.5 my-1.5 border-line" />}
        {viewer && (
          <Link to="/create-space" className={rowClass} onClick={onChoose}>
            <Plus size={20} className="mx-1.5 text-faint" aria-hidden="true" />
            {t('Create a space')}
          </Link>
        )}
        <Link to="/discover" className={rowClass} onClick={onChoose}>
          <Compass size={20} className="mx-1.5 text-faint" aria-hidden="true" />
          {t('Discover spaces')}
        </Link>
        {!viewer && (
          <div className="grid grid-cols-2 gap-2 p-2.5">
            <Button render={<Link to="/login" onClick={onChoose} />}>{t('Sign in')}</Button>
            <Button variant="primary" render={<Link to="/signup" onClick={onChoose} />}>
              {t('Sign up')}
            </Button>
          </div>
        )}
      </nav>
    </div>
  );
}

import { useRouter } from '@tanstack/react-router';
import { BellOff, Check } from 'lucide-react';
import { type MouseEvent, memo, type PointerEvent } from 'react';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toShortCount } from '#web/features/notifications/index.ts';
import { SpaceIcon } from '#web/features/spaces/index.ts';

export const rowClass =
  'flex min-h-10 items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-hover max-md:min-h-11 aria-[current=page]:bg-hover';

interface RowProps {
  space: SpaceSummary;
  isHere: boolean;
  /** Number of unread notifications from it. */
  unread: number;
  isMuted: boolean;
}

/** One of up to hundreds of rows: a plain link, whose clicks the list handles. */
const Row = memo(function Row({ space, isHere, unread, isMuted }: RowProps) {
  return (
    <li>
      <a
        href={`/${space.subdomain}/space`}
        className={rowClass}
        aria-current={isHere ? 'page' : undefined}
        data-subdomain={space.subdomain}
      >
        <SpaceIcon space={space} size="sm" />
        <span className="min-w-0 flex-1 truncate">{space.name}</span>
        {isMuted && (
          <>
            <BellOff size={16} className="flex-none text-faint" aria-hidden="true" />
            <span className="sr-only">{t('Muted')}</span>
          </>
        )}
        {unread > 0 && (
          <span className="unread-count" data-muted={isMuted ? '' : undefined}>
            {toShortCount(unread)}
            <span className="sr-only"> {t('unread')}</span>
          </span>
        )}
        {isHere && <Check size={18} className="flex-none text-soft" aria-hidden="true" />}
      </a>
    </li>
  );
});

const subdomainOf = ({ target }: { target: EventTarget }): string | undefined =>
  (target as Element).closest('a')?.dataset.subdomain;
const to = '/$subdomain/space';

interface SpaceRowsProps {
  spaces: readonly SpaceSummary[];
  /** The subdomain of the open space. */
  here: string | undefined;
  /** Numbers of unread notifications by the ID of the space. */
  unread: Readonly<Record<string, number>> | undefined;
  /** The spaces that the viewer has muted. */
  mutedIds: readonly string[] | undefined;
  onChoose: () => void;
  className: string;
}

/** Spaces as links to their feeds. A router link for each would cost more than the rows themselves. */
export function SpaceRows({ spaces, here, unread, mutedIds, onChoose, className }: SpaceRowsProps) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    const subdomain = subdomainOf(event);
    // With a modifier key or another button, the browser opens the link itself.
    if (!subdomain || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose();
    void router.navigate({ to, params: { subdomain } });
  };
  const prepare = (event: PointerEvent) => {
    const subdomain = subdomainOf(event);
    // A failed preload shows when the space is opened.
    if (subdomain) router.preloadRoute({ to, params: { subdomain } }).catch(() => {});
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link triggers a click.
    <ul className={className} onClick={open} onPointerDown={prepare}>
      {spaces.map((space) => (
        <Row
          key={space.id}
          space={space}
          isHere={space.subdomain === here}
          unread={unread?.[space.id] ?? 0}
          isMuted={mutedIds?.includes(space.id) ?? false}
        />
      ))}
    </ul>
  );
}

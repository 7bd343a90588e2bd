import { useInfiniteQuery } from '@tanstack/react-query';
import { type Message, t } from '#contract/i18n/translate.ts';
import { buttonsOf, countOf } from '#contract/values/reactions.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { type ReactionKey, reactorsQuery } from './reactions.api.ts';

export type ReactorsDialogProps = ReactionKey;

function toTitle(kind: string, label: Message | undefined): string {
  if (label) return t(label);
  return kind === 'like' ? t('Liked by') : t('Reacted with {emoji}', { emoji: kind });
}

/** Everyone who gave a reaction. */
export function ReactorsDialog({
  target: targetKind,
  id: targetId,
  kind,
  ...popup
}: Omit<PopupProps, 'trigger'> & Partial<Pick<PopupProps, 'trigger'>> & ReactorsDialogProps) {
  const query = reactorsQuery({ target: targetKind, id: targetId, kind });
  const reactors = useInfiniteQuery({ ...query, enabled: popup.open, staleTime: 0 });
  const target = useEntity(targetKind, targetId);
  const label = buttonsOf(targetKind).find((button) => button.kind === kind)?.label;
  const ids = reactors.data?.pages.flatMap((page) => page.person_ids) ?? [];
  return (
    <Dialog {...popup} size="sm" title={toTitle(kind, label)}>
      <PagedList
        pages={reactors}
        count={ids.length}
        skeleton={<ReactorsSkeleton count={target ? countOf(target, kind) : 1} />}
        empty={<div className="min-h-24" />}
        failure={{ text: t("Couldn't load the list.") }}
        more={{ near: null, size: 'block' }}
      >
        <ul className="flex min-h-24 flex-col gap-3">
          {target &&
            ids.map((id) => (
              <Reactor key={id} id={id} spaceId={'space_id' in target ? target.space_id : null} />
            ))}
        </ul>
      </PagedList>
    </Dialog>
  );
}

/** About as many placeholder rows as there are people, so that the dialog opens at its final height. */
function ReactorsSkeleton({ count }: { count: number }) {
  return (
    <ul className="flex min-h-24 flex-col gap-3" aria-busy="true">
      {Array.from({ length: Math.min(12, count) }, (_, row) => row).map((row) => (
        <li key={row} className="flex items-center gap-3">
          <Skeleton shape="circle" width="2rem" height="2rem" />
          <Skeleton width={`${30 + ((row * 17) % 25)}%`} />
        </li>
      ))}
    </ul>
  );
}

/** A person; in a space with their level there. */
function Reactor({ id, spaceId }: { id: string; spaceId: string | null }) {
  const person = useEntity('person', id);
  if (!person) return null;
  return (
    <li className="flex min-w-0 items-center gap-3">
      {spaceId === null ? (
        <>
          <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />
          <span className="min-w-0 truncate">{person.full_name}</span>
        </>
      ) : (
        <MemberLine person={person} spaceId={spaceId} size="sm" />
      )}
    </li>
  );
}

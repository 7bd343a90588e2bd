import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { type LikedKind, likeRequests } from './reactions.api.ts';

export interface LikersDialogProps {
  kind: LikedKind;
  id: string;
}

/** Everyone who liked a post or comment. */
export function LikersDialog({
  kind,
  id: targetId,
  ...popup
}: Omit<PopupProps, 'trigger'> & Partial<Pick<PopupProps, 'trigger'>> & LikersDialogProps) {
  const pages = likeRequests[kind].pages(targetId) as ReturnType<typeof likeRequests.post.pages>;
  const likes = useInfiniteQuery({ ...pages, enabled: popup.open, staleTime: 0 });
  const target = useEntity(kind, targetId);
  const ids = likes.data?.pages.flatMap((page) => page.person_ids) ?? [];
  return (
    <Dialog {...popup} size="sm" title={t('Liked by')}>
      <PagedList
        pages={likes}
        count={ids.length}
        skeleton={<LikersSkeleton count={target?.like_count ?? 1} />}
        empty={<div className="min-h-24" />}
        failure={{ text: t("Couldn't load the list.") }}
        more={{ near: null, size: 'block' }}
      >
        <ul className="flex min-h-24 flex-col gap-3">
          {target && ids.map((id) => <Liker key={id} id={id} spaceId={target.space_id} />)}
        </ul>
      </PagedList>
    </Dialog>
  );
}

/** About as many placeholder rows as there are likes, so that the dialog opens at its final height. */
function LikersSkeleton({ count }: { count: number }) {
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

function Liker({ id, spaceId }: { id: string; spaceId: string }) {
  const person = useEntity('person', id);
  if (!person) return null;
  return (
    <li>
      <MemberLine person={person} spaceId={spaceId} size="sm" />
    </li>
  );
}

import type { FollowState } from '#contract/features/profiles/follows.ts';
import { t } from '#contract/i18n/translate.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { useFollow } from './use-follow.ts';

/** How many people follow a person and are followed by them, and whether the person follows the viewer. */
export function FollowTotals({ userId }: { userId: string }) {
  const { follow, isLoading } = useFollow(userId);
  if (!follow && !isLoading) return null;
  // As high while it loads, with the badge and without.
  return (
    <p
      className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft"
      aria-busy={isLoading}
    >
      {follow ? <Totals follow={follow} /> : <Skeleton width="9rem" />}
    </p>
  );
}

function Totals({ follow: { followers, following, follows_viewer } }: { follow: FollowState }) {
  return (
    <>
      {t(
        '{followers, plural, one {# follower} other {# followers}} · {following, plural, other {# following}}',
        { followers, following },
      )}
      {follows_viewer && <Badge>{t('Follows you')}</Badge>}
    </>
  );
}

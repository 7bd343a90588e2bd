import type { PostRemoval } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';

/** Placeholder for a deleted post, shown above its comments. Shows the removal reason if the server returned one. */
export function DeletedPost({ removal, isOwn }: { removal: PostRemoval | null; isOwn: boolean }) {
  return (
    <Card className="py-10 text-center text-soft" role="status">
      <h1 className="text-lg">{t('Post deleted')}</h1>
      <p>
        {removal?.is_removed
          ? t('Removed by a moderator. Comments are still visible below.')
          : t('Comments are still visible below.')}
      </p>
      {removal?.reason && (
        <p className="mx-auto mt-3 max-w-prose rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          {isOwn
            ? t('Reason for removal: {reason}', { reason: removal.reason })
            : t('Reason given to the author: {reason}', { reason: removal.reason })}
        </p>
      )}
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { Card } from '#web/ui/card.tsx';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';
import { ProgressBar, Skeleton } from '#web/ui/progress.tsx';

/** The share of its limit from which a space counts as nearly full. */
const warningShare = 0.9;

interface StorageMeterProps {
  used: number;
  /** In bytes, like `used`; null for no limit. */
  limit: number | null;
}

/** The storage that the files of a space use, compared with its limit if it has one. */
export function StorageMeter({ used, limit }: StorageMeterProps) {
  if (limit === null) {
    return (
      <p className="flex justify-between gap-4 text-sm">
        <span>{t('Storage')}</span>
        <span className="text-soft tabular-nums">{t('{size} used', { size: toReadableSize(used) })}</span>
      </p>
    );
  }
  const share = limit === 0 ? 1 : used / limit;
  return (
    <div className="grid gap-2">
      <ProgressBar
        label={t('Storage')}
        value={share}
        valueText={t('{used} of {limit}', { used: toReadableSize(used), limit: toReadableSize(limit) })}
      />
      {share >= warningShare && (
        <p className="text-sm text-danger-text">
          {share >= 1
            ? t("Storage is full. Members can't upload files.")
            : t("Storage is almost full. Members can't upload files once it's full.")}
        </p>
      )}
    </div>
  );
}

/** The storage of a space, for its owner and admins. Hidden if it can't be loaded. */
export function StorageUsage({ spaceId }: { spaceId: string }) {
  const query = useQuery(apiQuery('get_space_storage', { space_id: spaceId }, (usage) => usage));
  const usage = query.data;
  if (query.isError) return null;
  return (
    <Card aria-busy={!usage}>
      {usage ? <StorageMeter used={usage.used_bytes} limit={usage.limit_bytes} /> : <Skeleton width="60%" />}
    </Card>
  );
}

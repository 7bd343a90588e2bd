import type { SavedText } from '#contract/features/drafts/drafts.ts';
import { t } from '#contract/i18n/translate.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { getPreview } from './local-draft.ts';

interface DraftBannerProps {
  conflicts: readonly SavedText[];
  onTake: (other: SavedText) => void;
  onDrop: () => void;
}

/** Offers drafts from other devices that conflict with the current one. */
export function DraftBanner({ conflicts, onTake, onDrop }: DraftBannerProps) {
  if (conflicts.length === 0) return null;
  return (
    <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="status">
      <p className="font-semibold">{t('You have a different draft from another device')}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {conflicts.map((other) => (
          <li key={other.client_edited_at} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">
              {getPreview({ ...other, files: other.upload_ids.length })} ·{' '}
              <RelativeTime at={other.client_edited_at} />
            </span>
            <Button size="sm" variant="quiet" onClick={() => onTake(other)}>
              {t('Use this one')}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" className="-ml-2.5" onClick={onDrop}>
        {t('Keep this version')}
      </Button>
    </div>
  );
}

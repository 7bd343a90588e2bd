import { ArrowUp } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';

interface NewPostsPillProps {
  count: number;
  /** There were other changes, or more new posts than can be counted; the feed needs a full reload. */
  hasMore: boolean;
  onShow: () => void;
}

/** Pill that floats above the feed and shows, for example, "3 new posts". It takes no space in the layout. */
export function NewPostsPill({ count, hasMore, onShow }: NewPostsPillProps) {
  const label =
    count > 0 ? t('{count, plural, one {# new post} other {# new posts}}', { count }) : t('New activity');
  const isThere = hasMore || count > 0;
  return (
    <div className="pointer-events-none sticky top-17 z-20 -mb-4 flex h-0 justify-center" aria-live="polite">
      {isThere && (
        <Button
          variant="primary"
          className="new-posts pointer-events-auto !rounded-full"
          icon={<ArrowUp size={18} aria-hidden="true" />}
          onClick={onShow}
        >
          {label}
        </Button>
      )}
    </div>
  );
}

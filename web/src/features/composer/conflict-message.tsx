import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';

interface ConflictMessageProps {
  /** Says that there is another version. */
  message: string;
  /** Of the other version. */
  title: string;
  /** The text of the other version: HTML sanitized by the server. */
  html: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows the version that was saved in the meantime, and lets the author choose. */
export function ConflictMessage({ message, title, html, onKeepMine, onTakeTheirs }: ConflictMessageProps) {
  return (
    <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="alert">
      <p className="font-semibold">{message}</p>
      <div className="my-2 max-h-60 overflow-y-auto rounded-sm bg-surface p-3 text-ink">
        <p className="font-semibold">{title}</p>
        <RichTextView html={html} size="compact" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeepMine}>
          {t('Keep my version')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onTakeTheirs}>
          {t('Use theirs')}
        </Button>
      </div>
    </div>
  );
}

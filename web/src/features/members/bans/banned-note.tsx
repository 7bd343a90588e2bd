import { t } from '#contract/i18n/translate.ts';

/** Replaces the join button for someone who is banned. */
export function BannedNote({ block }: { block?: boolean | undefined }) {
  return (
    <div role="note" className={block ? 'rounded-md bg-sunken px-4 py-3' : undefined}>
      <p className="font-semibold">{t('You were banned from this space')}</p>
      <p className="text-sm text-soft">{t("You can't join it or ask to join.")}</p>
    </div>
  );
}

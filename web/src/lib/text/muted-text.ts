import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';

/** `Muted until Saturday, November 21 at 6:00 PM`; `Muted` if it has no end. */
export const toMutedText = (until: string): string =>
  until === mutedForGood
    ? t('Muted')
    : t('Muted until {time}', {
        time: dateTimeFormat({ dateStyle: 'full', timeStyle: 'short' }).format(Date.parse(until)),
      });

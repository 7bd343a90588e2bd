import { type Mute, type MuteDuration, muteDurations } from '#contract/features/notifications/mutes.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';

const durationCopy: Record<MuteDuration, Message> = {
  '1_hour': msg('1 hour'),
  '1_day': msg('1 day'),
  '1_week': msg('1 week'),
  always: msg('Always'),
};

/** The durations of a mute, as options of a field. */
export const muteOptions = () => muteDurations.map((value) => ({ value, label: t(durationCopy[value]) }));

/** `Muted until Saturday, November 21 at 6:00 PM` */
export const toMutedText = ({ until }: Mute): string =>
  until === null
    ? t('Muted')
    : t('Muted until {time}', {
        time: dateTimeFormat({ dateStyle: 'full', timeStyle: 'short' }).format(Date.parse(until)),
      });

import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { type MuteDuration, muteDurations } from '#contract/values/mute-durations.ts';

const durationCopy: Record<MuteDuration, Message> = {
  '1_hour': msg('1 hour'),
  '1_day': msg('1 day'),
  '1_week': msg('1 week'),
  always: msg('Always'),
};

/** The durations of a mute, to choose from. */
export const muteOptions = () => muteDurations.map((value) => ({ value, label: t(durationCopy[value]) }));

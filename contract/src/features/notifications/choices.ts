import { msg } from '../../i18n/translate.ts';

// What people choose from, for browsers without the library of schemas.

/** How often notifications are emailed. `immediate` is after a short wait, in which reading them stops the email. */
export const emailFrequencies = ['immediate', 'hourly', 'daily', 'never'] as const;
/** How often the best posts of a space are emailed. */
export const digestFrequencies = ['daily', 'weekly', 'monthly', 'never'] as const;

/** How long a notification can be snoozed: times of day are those of the viewer's time zone. */
export const snoozeDurations = ['1_hour', 'tomorrow', 'next_week'] as const;
export type SnoozeDuration = (typeof snoozeDurations)[number];

/** What is wrong with quiet hours that start and end at the same time. */
export const sameQuietTimes = msg('Choose two different times.');

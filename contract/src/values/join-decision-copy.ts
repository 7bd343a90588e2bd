import type { NotificationParams } from '../features/notifications/notification-params.ts';
import { type Message, msg } from '../i18n/translate.ts';

/** What people read about the decision on their request to join. */
export const joinDecisionCopy: Record<
  NotificationParams<'membership'>['outcome'],
  { title: Message; detail: Message }
> = {
  approved: {
    title: msg('Your request to join was approved'),
    detail: msg('Welcome! Take a look around and say hello.'),
  },
  declined: {
    title: msg("Your request to join wasn't approved"),
    detail: msg('You can still read about the space or ask again later.'),
  },
};

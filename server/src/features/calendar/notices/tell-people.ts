import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { batchKey, mailNotice, type NoticeMailer, notify } from '../../notifications/index.ts';
import { eventUrl } from '../ics/write-calendar.ts';
import { type NoticeKind, noticeWords, whenWords, whereWords } from './event-words.ts';
import type { ToldEvent } from './notices.queries.ts';

export type Teller = Pick<Platform, 'db'> & NoticeMailer;

/** Of what is about to begin no mail is sent: it would come too late. */
const isMailed = (kind: NoticeKind) => kind !== 'soon' && kind !== 'start';
/** A seat keeps an entry of its own, which no later change of the event replaces. */
const merges = (kind: NoticeKind) => kind !== 'seat';

/** Tells people of an event, in the product and by mail, with the transaction that noted that they are told. */
export async function tellPeople(
  tx: Tx,
  mailer: NoticeMailer,
  kind: NoticeKind,
  told: { event: ToldEvent; user_ids: string[] }[],
): Promise<void> {
  const now = nowText();
  const [first] = told;
  if (!first) return;
  for (const { event, user_ids } of isMailed(kind) ? told : []) {
    await mailNotice(tx, mailer, {
      space_id: event.space_id,
      space_name: event.space_name,
      type: 'event_reminder',
      user_ids,
      target_id: event.id,
      title: noticeWords(kind, event, now),
      template: 'event-notice',
      values: {
        headline: noticeWords(kind, event, now),
        event_when: whenWords(event),
        event_where: whereWords(event),
        space_name: event.space_name,
        event_url: eventUrl(mailer.publicUrl(), event),
        calendar_url: `${mailer.publicUrl()}/calendar/events/${event.id}.ics`,
      },
    });
  }
  await notify(tx, {
    space_id: first.event.space_id,
    // The title is a whole sentence, which a name in front of it would break.
    actor_id: null,
    notices: told.map(({ event, user_ids }) => ({
      type: 'event_reminder',
      user_ids,
      title: noticeWords(kind, event, now),
      content_preview: whenWords(event),
      target: { type: 'event', id: event.id },
      batch_key: merges(kind) ? batchKey.event(event.id) : null,
    })),
  });
}

import type { Tx } from '#server/platform/db/database.ts';
import { enqueueMail } from '#server/platform/mail/enqueue-mail.ts';
import type { Platform } from '#server/platform/platform.ts';
import { batchKey, notify } from '../../notifications/index.ts';
import { eventUrl } from '../ics/write-calendar.ts';
import { type NoticeKind, noticeWords, whenWords, whereWords } from './event-words.ts';
import { selectMailed, type ToldEvent } from './notices.queries.ts';

export type Teller = Pick<Platform, 'db' | 'jobs' | 'publicUrl'>;

/** Of what is about to begin no mail is sent: it would come too late. */
const isMailed = (kind: NoticeKind) => kind !== 'soon';

/** Tells people of an event, in the product and by mail, with the transaction that noted that they are told. */
export async function tellPeople(
  tx: Tx,
  { jobs, publicUrl }: Pick<Teller, 'jobs' | 'publicUrl'>,
  kind: NoticeKind,
  told: { event: ToldEvent; user_ids: string[] }[],
  actorId: string | null,
): Promise<void> {
  const [first] = told;
  if (!first) return;
  if (isMailed(kind)) {
    for (const { event, user_ids } of told) {
      const words = noticeWords(kind, event.title);
      const url = eventUrl(publicUrl(), event);
      for (const { email, full_name } of await selectMailed(tx, event.space_id, user_ids)) {
        await enqueueMail(jobs, tx, {
          to: email,
          template: 'event-notice',
          values: {
            full_name,
            headline: words,
            event_when: whenWords(event),
            event_where: whereWords(event),
            space_name: event.space_name,
            event_url: url,
            calendar_url: `${publicUrl()}/calendar/events/${event.id}.ics`,
          },
        });
      }
    }
  }
  await notify(tx, {
    space_id: first.event.space_id,
    actor_id: actorId,
    notices: told.map(({ event, user_ids }) => ({
      type: 'event_reminder',
      user_ids,
      title: noticeWords(kind, event.title),
      content_preview: whenWords(event),
      target: { type: 'event', id: event.id },
      batch_key: batchKey.event(event.id),
    })),
  });
}

import type { LiveEvent } from '#contract/live.ts';
import type { Platform } from '#server/platform/platform.ts';
import { postReaders } from '../access/index.ts';
import { postOf } from './hide-closed.ts';

/**
 * Returns whether a user can still open the categories of the posts whose title or text these events show. It takes no statement
 * without such an event, otherwise as many as a list.
 */
export async function mayReadMissed(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  events: readonly LiveEvent[],
): Promise<boolean> {
  const shown = events.flatMap((event) => {
    if (event.type !== 'notification.changed') return [];
    const { notification } = event.payload;
    const isHidden = notification.post_title === null && notification.content_preview === '';
    return isHidden ? [] : [{ user_id: userId, post_id: postOf(notification) }];
  });
  return (await postReaders.onlyReadable(db, shown)).length === shown.length;
}

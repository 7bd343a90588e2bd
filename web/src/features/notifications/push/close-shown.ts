import { pushWorker } from '#web/lib/push-worker.ts';

/**
 * Closes what this browser shows of notifications that have been read, snoozed or removed, or of conversations that have been read,
 * by their ids; null is all that are in the list, which new messages aren't.
 */
export async function closeShown(ids: readonly string[] | null): Promise<void> {
  const tags = ids?.map((id) => id.replaceAll('-', ''));
  const registration = await navigator.serviceWorker?.getRegistration(pushWorker);
  for (const one of (await registration?.getNotifications()) ?? []) {
    const listed = (one.data as { notification_id?: string | null } | null)?.notification_id;
    if (tags ? tags.includes(one.tag) : listed) one.close();
  }
}

import type { EventOf } from '#web/lib/live/live-client.ts';

/** What a post on screen is told. `aboutId` is the ID of the post, or of the comment that a notification is about. */
interface PostWatcher {
  /** Something new has arrived. */
  onNew(aboutId: string): void;
  /** A notification was marked as unread, or put back as an unread one. */
  onKeptUnread(id: string, aboutId: string): void;
  /** Notifications, of any post, were read, snoozed or removed; null if it's all of them. */
  onGone(ids: readonly string[] | null): void;
  /** Something new may have come without its event. */
  onMissed(): void;
  /** The connection is back. */
  onConnect(): void;
}
const watchers = new Map<string, Set<PostWatcher>>();

/** Tells `watcher` about the notifications of a post and its comments. Returns a function that stops this. */
export function watchNotificationsOf(postId: string, watcher: PostWatcher): () => void {
  const known = watchers.get(postId) ?? new Set();
  watchers.set(postId, known.add(watcher));
  return () => {
    known.delete(watcher);
    if (known.size === 0) watchers.delete(postId);
  };
}

/** Tells the watchers of its post about a notification that has arrived or changed. */
export function notePostOf(changed: EventOf<'notification.changed'>['payload']): void {
  const { id, target_id, post_id, read } = changed.notification;
  if (read) noteGone([id]);
  for (const watcher of watchers.get(post_id ?? target_id) ?? []) {
    if (changed.is_news) watcher.onNew(target_id);
    else if (changed.is_kept_unread) watcher.onKeptUnread(id, target_id);
  }
}

const all = () => [...watchers.values()].flatMap((known) => [...known]);

/** Tells the watchers of all posts on screen which notifications were read, snoozed or removed: null if it's all of them. */
export function noteGone(ids: readonly string[] | null): void {
  for (const watcher of all()) watcher.onGone(ids);
}

/** Tells the watchers of all posts on screen that events were missed. */
export function noteMissedNews(): void {
  for (const watcher of all()) watcher.onMissed();
}

/** Tells the watchers of all posts on screen that the connection is back. */
export function noteConnect(): void {
  for (const watcher of all()) watcher.onConnect();
}

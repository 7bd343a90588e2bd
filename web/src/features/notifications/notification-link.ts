import type { Notification } from '#contract/notifications.ts';

interface LinkTarget {
  to: string;
  search: { highlight?: string; highlight_comment?: string; event?: string };
}

/** Returns the link target of a notification. Posts open at their own address, so they needn't be in the loaded feed. */
export function toNotificationTarget(
  entry: Pick<Notification, 'type' | 'target_type' | 'target_id' | 'post_id' | 'space'>,
): LinkTarget {
  const base = `/${entry.space.subdomain}/space`;
  if (entry.type === 'space_join' || entry.type === 'new_customer')
    return { to: `${base}/members`, search: {} };
  // Members go to the space, everyone else to its about page.
  if (entry.type === 'membership') return { to: `/${entry.space.subdomain}`, search: {} };
  if (entry.target_type === 'comment' && entry.post_id)
    return { to: `${base}/${entry.post_id}`, search: { highlight_comment: entry.target_id } };
  if (entry.target_type === 'post')
    return { to: `${base}/${entry.target_id}`, search: { highlight: entry.target_id } };
  if (entry.target_type === 'event') return { to: `${base}/calendar`, search: { event: entry.target_id } };
  return { to: base, search: {} };
}

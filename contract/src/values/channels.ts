/**
 * The kinds of live channels: `user:{id}` (only that user), `space:{id}` and `post:{id}` (everyone who can read the space),
 * `category:{id}` (those who can open a category with access rules), `conversation:{id}` (its participants),
 * `members:{space_id}` (nobody subscribes: see `personalKinds`).
 */
export const channelKinds = ['user', 'space', 'post', 'category', 'conversation', 'members'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/**
 * The kinds whose events also reach the connections of everyone concerned, the audience, that aren't subscribed to the
 * channel. Such connections resume nothing: after a reconnect, they refetch their summary (a list, a badge).
 */
export const audienceKinds: ReadonlySet<ChannelKind> = new Set<ChannelKind>(['conversation', 'members']);

/**
 * The kinds whose events name the users that they concern. The server sends each of them who is connected an event of their own
 * instead. These aren't sent again: whoever resumes their `user:` channel after such an event is told to refetch.
 */
export const personalKinds: ReadonlySet<ChannelKind> = new Set<ChannelKind>(['members']);

/** Returns the kind of a channel and the id of what it is about. */
export function parseChannel(channel: string): { kind: ChannelKind; id: string } {
  const colon = channel.indexOf(':');
  return { kind: channel.slice(0, colon) as ChannelKind, id: channel.slice(colon + 1) };
}

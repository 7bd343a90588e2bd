import { z } from 'zod';
import { calendarLiveEvents } from './calendar.ts';
import { comment } from './comments.ts';
import { id, timestamp } from './endpoint.ts';
import { post } from './feed.ts';
import { notification } from './notifications.ts';
import { poll } from './polls.ts';
import { setupLiveEvents } from './setup.ts';
import { spaceSummary } from './spaces.ts';

/** Topics: `user:{id}` (only that person), `space:{id}` and `post:{id}` (whoever may read the space). */
export const topic = z.string().regex(/^(user|space|post):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** An event never depends on who hears it: `has_liked` is false in it and the hearer keeps their own. */
const counts = {
  post_id: id,
  like_count: z.number().int(),
  comment_count: z.number().int(),
  last_activity_at: timestamp,
  /** For feeds of a category that do not hold the post. */
  category_id: id.nullable(),
  version: z.number().int(),
};

export const liveEvents = {
  'post.created': z.object({ post }),
  'post.changed': z.object({ post }),
  'post.deleted': z.object({ post_id: id, deleted_at: timestamp, version: z.number().int() }),
  /** `actor` is set when a like or unlike caused it, so that other windows of that person follow. */
  'post.stats_changed': z.object({
    ...counts,
    actor: z.object({ user_id: id, has_liked: z.boolean() }).nullable(),
  }),
  'comment.created': z.object({ comment }),
  /** Its new text; who liked it is not in it. */
  'comment.edited': z.object({ comment }),
  'comment.deleted': z.object({
    comment_id: id,
    post_id: id,
    deleted_at: timestamp,
    is_removed: z.boolean(),
    version: z.number().int(),
  }),
  /** Those who run the space took something down: to its author and to them, with the reason. */
  'content.removed': z.object({
    kind: z.enum(['post', 'comment']),
    id,
    post_id: id,
    space_id: id,
    author_id: id,
    reason: z.string().nullable(),
  }),
  /** How many reported things wait in a space: to those who run it. */
  'space.reports': z.object({
    space_id: id,
    open_count: z.number().int(),
    version: z.number().int(),
  }),
  /** An administrative act was logged: to those who run the space. */
  'audit_log.created': z.object({ space_id: id }),
  'comment.likes_changed': z.object({
    comment_id: id,
    like_count: z.number().int(),
    version: z.number().int(),
    actor: z.object({ user_id: id, has_liked: z.boolean() }),
  }),
  /** Votes came or went, or it closed. The results are not in it: who may see them reads the poll anew. */
  'poll.changed': z.object({
    post_id: id,
    voter_count: z.number().int(),
    closed_at: timestamp.nullable(),
    version: z.number().int(),
  }),
  /** To the voter's own devices: the poll as they see it now. */
  'poll.voted': z.object({ post_id: id, poll }),
  /** To the writer's own devices; `version` is null once the draft was posted or thrown away. */
  'draft.changed': z.object({ space_id: id, client_id: id, version: z.number().int().nullable() }),
  /** Settings were saved. `access_changed`: who may read the space may be another now. */
  'space.changed': z.object({ space: spaceSummary, access_changed: z.boolean() }),
  'space.member_count_changed': z.object({ space_id: id, member_count: z.number().int() }),
  /** Someone shared a place or stopped; who and where only members may ask. */
  'map.changed': z.object({ space_id: id }),
  'membership.changed': z.object({ space_id: id, role: z.enum(['owner', 'admin', 'member']).nullable() }),
  /** Someone asked to be let in, or a request was decided: to those who run the space and to the one who asked. */
  'space.join_requests': z.object({ space_id: id }),
  ...setupLiveEvents,
  ...calendarLiveEvents,
  /** An entry of one's list is new, or something was merged into it. The counts are all unread and the list's number. */
  'notification.changed': z.object({ notification, unread_count: z.number().int() }),
  /** Entries were read (`notification_ids` null: all up to this number of the list). */
  'notification.read': z.object({
    notification_ids: z.array(id).nullable(),
    clicked: z.boolean(),
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
  'notification.removed': z.object({
    notification_id: id,
    unread_count: z.number().int(),
    version: z.number().int(),
  }),
  /** Someone's level in a space has changed. */
  'member.level': z.object({
    space_id: id,
    user_id: id,
    level: z.number().int(),
    level_version: z.number().int(),
  }),
  /** Points were given, taken back or grew too old for a period: the order of the leaderboard may be another. */
  'space.points': z.object({ space_id: id }),
  /** The owner has named the levels anew. */
  'space.levels': z.object({ space_id: id }),
  /** Badges were awarded; heard where the person is a member. */
  'member.badges': z.object({
    user_id: id,
    badges: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'session.ended': z.object({ session_ids: z.array(id) }),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export type LivePayload<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;

/** One delivered event. `seq` rises over all topics; a client resumes from the largest it has seen. */
export type LiveEvent = {
  [N in LiveEventName]: { seq: number; topic: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

/** Client -> server: `subscribe`, answered by an acknowledgement. */
export const subscribeRequest = z.object({ topic, since: z.number().int().nonnegative().nullable() });
export type SubscribeResponse =
  /** `missed` are the events after `since`, in order; `seq` is where the channel stands now. */
  | { ok: true; seq: number; missed: LiveEvent[] }
  /** Too much or too long ago: fetch anew; the subscription itself stands. */
  | { ok: true; seq: number; refetch: true }
  | { ok: false; reason: 'forbidden' | 'invalid' };

/** Server -> client. */
export interface LiveServerMessages {
  /** Events of one topic, in order: those that came together. */
  events: (events: LiveEvent[]) => void;
  /** A right was lost: the topic is closed for this client. */
  closed: (message: { topic: string; reason: 'forbidden' }) => void;
  /**
   * The server ends this connection: it asked for too much, or the server is busy. Come back after so many seconds. A
   * connection refused at its handshake is told the same by `connect_error`: its `data` is this object.
   */
  limited: (message: { retry_after: number }) => void;
}
export interface LiveClientMessages {
  subscribe: (
    request: { topic: string; since: number | null },
    response: (response: SubscribeResponse) => void,
  ) => void;
  unsubscribe: (request: { topic: string }) => void;
}

import { z } from 'zod';
import type { NotificationType } from './notification-types.ts';

const none = z.object({});

/**
 * The values of each sentence, apart from actors, target and excerpt: screens and emails write it. Types that aren't here have none.
 * Apart from the declarations of the types, which browsers read without the library of schemas.
 */
const declared = {
  /** Whether the comment is under the recipient's post or replies to their comment. */
  comment_reply: z.object({ to: z.enum(['post', 'page', 'comment']) }),
  /** How many are unread, at most 100, and what the latest one shows if it has no text. */
  new_message: z.object({ count: z.number().int(), shows: z.enum(['text', 'image', 'file', 'voice']) }),
  space_join: z.object({ event: z.enum(['joined', 'requested']) }),
  /** `several`: the author has published more than one post on that day. */
  new_post: z.object({ several: z.boolean() }),
  /** `since`: when the first of them was published, as an ISO timestamp. */
  new_pages: z.object({ several: z.boolean(), since: z.string() }),
  event_reminder: z.object({
    event: z.enum(['day', 'soon', 'starting', 'started', 'changed', 'cancelled', 'seat']),
    /** The minutes until the start, for `soon`. */
    minutes: z.number().int().nullable(),
    title: z.string(),
    starts_local: z.string(),
    ends_local: z.string(),
    time_zone: z.string(),
    all_day: z.boolean(),
  }),
  membership: z.object({ outcome: z.enum(['approved', 'declined']) }),
  report_reviewed: z.object({
    kind: z.enum(['post', 'comment', 'member']),
    outcome: z.enum(['dismissed', 'removed', 'banned']),
  }),
} as const satisfies Partial<Record<NotificationType, z.ZodObject>>;

type Declared = typeof declared;
type ParamsSchema<T extends NotificationType> = T extends keyof Declared ? Declared[T] : typeof none;
export type NotificationParams<T extends NotificationType = NotificationType> = {
  [K in T]: z.output<ParamsSchema<K>>;
}[T];

/** Returns the schema of a type's values. */
export const paramsOf = <T extends NotificationType>(type: T): ParamsSchema<T> =>
  (Object.hasOwn(declared, type) ? declared[type as keyof Declared] : none) as ParamsSchema<T>;

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type OwnEmailType, ownEmailTypes } from '#contract/features/notifications/notification-types.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';

/**
 * What can be unsubscribed from: the emails of a type, those with notifications of all other types of a space, those about
 * conversations, or digests.
 */
export type EmailKind = OwnEmailType | 'notifications' | 'conversations' | 'digest';
const emailKinds: readonly EmailKind[] = [...ownEmailTypes, 'notifications', 'conversations', 'digest'];

/** The emails of one kind that one user gets from one space, or about conversations. An unsubscribe link turns off these. */
export interface UnsubscribeScope {
  user_id: string;
  /** Null for conversations. */
  space_id: string | null;
  type: EmailKind;
}

/** Path of the unsubscribe page, followed by the token. */
export const unsubscribePath = '/unsubscribe/';

const sign = (secret: string, payload: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest();

/** Takes the place of a space in the links of emails about conversations. */
const noSpace = '00000000-0000-0000-0000-000000000000';

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns a signed token for one kind of email. It works without logging in and never expires. */
export function toUnsubscribeToken(secret: string, { user_id, space_id, type }: UnsubscribeScope): string {
  const payload = Buffer.concat([idBytes(user_id), idBytes(space_id ?? noSpace), Buffer.from(type)]).toString(
    'base64url',
  );
  return `${payload}.${sign(secret, payload).toString('base64url')}`;
}

/** Returns what a token unsubscribes from, or null if its signature or content isn't valid. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeScope | null {
  const [payload = '', signature = '', ...more] = token.split('.');
  const actual = Buffer.from(signature, 'base64url');
  const expected = sign(secret, payload);
  if (more.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  const bytes = Buffer.from(payload, 'base64url');
  const [user_id, space_id] = [toId(bytes.subarray(0, 16)), toId(bytes.subarray(16, 32))];
  const type = emailKinds.find((name) => name === bytes.subarray(32).toString());
  if (!type || !isUuid(user_id) || !isUuid(space_id)) return null;
  return { user_id, space_id: space_id === noSpace ? null : space_id, type };
}

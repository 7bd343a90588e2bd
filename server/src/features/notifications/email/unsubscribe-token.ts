import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationType, notificationType } from '#contract/notifications.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';

/** Mails of one type that one person gets from one space: what a link in such a mail can end. */
export interface UnsubscribeScope {
  user_id: string;
  space_id: string;
  type: NotificationType;
}

/** The path of the page that ends mails, before its token. */
export const unsubscribePath = '/unsubscribe/';

const sign = (secret: string, said: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${said}`).digest();

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Names a kind of mail to whoever has the mail, and to nobody else: it needs no sign-in and holds for good. */
export function toUnsubscribeToken(secret: string, { user_id, space_id, type }: UnsubscribeScope): string {
  const said = Buffer.concat([idBytes(user_id), idBytes(space_id), Buffer.from(type)]).toString('base64url');
  return `${said}.${sign(secret, said).toString('base64url')}`;
}

/** What a token names; null for one that was not made here. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeScope | null {
  const [said = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, said);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const bytes = Buffer.from(said, 'base64url');
  const kind = {
    user_id: toId(bytes.subarray(0, 16)),
    space_id: toId(bytes.subarray(16, 32)),
    type: notificationType.safeParse(bytes.subarray(32).toString()).data,
  };
  return kind.type && isUuid(kind.user_id) && isUuid(kind.space_id) ? { ...kind, type: kind.type } : null;
}

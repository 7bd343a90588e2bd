import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { countHit } from '#server/platform/http/rate-limit.queries.ts';

/** Account emails (reset, confirmation) that one recipient gets in an hour, whoever requests them. */
export const accountEmailsAnHour = 5;

const hour = 60 * 60 * 1000;

/** Returns one spelling for one mailbox: lower case, without a tag (`ada+x@example.com` is `ada@example.com`). */
export function normalizeRecipient(email: string): string {
  const at = email.lastIndexOf('@');
  const mailbox = email.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  return `${mailbox}@${email.slice(at + 1)}`.toLowerCase();
}

/** Counts an account email to a recipient. Returns false if they have reached the hourly limit. */
export async function countAccountEmail(db: Db, email: string): Promise<boolean> {
  const at = nowMs();
  const key = `account-email:recipient:${normalizeRecipient(email)}`;
  return (await countHit(db, key, new Date(at - (at % hour)))) <= accountEmailsAnHour;
}

import type { Tx } from '#server/platform/db/database.ts';
import { defineRateLimit, windows } from '#server/platform/http/limits/rate-limit.ts';
import { emailNotification, lockLists, type NotificationMailer, notify } from '../../notifications/index.ts';
import { getSpaceName } from '../members.queries.ts';
import { joinRequestApprovedEmail } from './join-request-approved.email.ts';
import { joinRequestDeclinedEmail } from './join-request-declined.email.ts';

/** Emails about join decisions to one user, in total and from one space. */
const emailLimit = defineRateLimit('join-email', { perSubject: 10, seconds: windows.day });
const spaceEmailLimit = defineRateLimit('join-email-space', { perSubject: 3, seconds: windows.day });

/** Counts an email. Returns false if the recipient has reached a daily limit. */
async function countEmail(
  tx: Tx,
  { rateLimits }: NotificationMailer,
  decision: { space_id: string; user_id: string },
): Promise<boolean> {
  const { space_id, user_id } = decision;
  // The list is locked before the counters, as where an approval locks all lists.
  await lockLists(tx, [user_id]);
  const inSpace = await rateLimits.take(tx, spaceEmailLimit, { each: `${user_id}:${space_id}` });
  return inSpace === 0 && (await rateLimits.take(tx, emailLimit, { each: user_id })) === 0;
}

/**
 * Notifies someone, in the app and by email, of the decision on their join request. It doesn't say who decided. Call
 * it last: it locks the recipient's notification list.
 */
export async function notifyJoinDecision(
  tx: Tx,
  mailer: NotificationMailer,
  decision: { space_id: string; user_id: string; outcome: 'approved' | 'declined' },
): Promise<void> {
  const { space_id, user_id, outcome } = decision;
  const space = await getSpaceName(tx, space_id);
  const address = `${mailer.publicUrl()}/${space.subdomain}`;
  const email = {
    space_id,
    space_name: space.name,
    type: 'membership' as const,
    user_ids: [user_id],
    target_id: space_id,
    params: { outcome },
  };
  const isEmailed = await countEmail(tx, mailer, decision);
  if (isEmailed && outcome === 'approved') {
    await emailNotification(tx, mailer, {
      ...email,
      template: joinRequestApprovedEmail,
      values: { space_name: space.name, space_url: `${address}/space` },
    });
  } else if (isEmailed) {
    await emailNotification(tx, mailer, {
      ...email,
      template: joinRequestDeclinedEmail,
      values: { space_name: space.name, about_url: `${address}/about` },
    });
  }
  await notify(tx, {
    space_id,
    actor_id: null,
    notifications: [
      {
        type: 'membership',
        user_ids: [user_id],
        target: { kind: 'space', id: space_id },
        params: { outcome },
      },
    ],
  });
}

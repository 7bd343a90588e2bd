import { createHash } from 'node:crypto';
import { defaultLocale } from '#contract/i18n/locale.ts';
import type { JobKind } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { withLocale } from '../reader-locale.ts';
import { createEmailTransport } from './email-transport.ts';
import type { QueuedEmail } from './enqueue-email.ts';
import { renderEmail } from './render-email.ts';
import { openSealedValues } from './sealed-values.ts';

/** Queues an email again for a later time. Doing it twice, because the process ended in between, queues it once. */
async function holdEmail({ db, jobs }: Platform, email: QueuedEmail, until: string): Promise<void> {
  const digest = createHash('sha256').update(`${email.id} ${until}`).digest('hex');
  // A UUID of version 8, which may be computed in any way.
  const id = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  await jobs.enqueue(db, 'send-email', email, { id, startAfter: until });
}

/** Sends queued emails. If the mail server doesn't accept an email, it is tried again for about a day. */
export function sendEmailJob(platform: Platform): JobKind<QueuedEmail> {
  const { config, db, onStop, emails, emailChecks, secret, targets } = platform;
  const transport = createEmailTransport(config, db);
  onStop.push(['email', () => transport.close()]);
  return {
    name: 'send-email',
    retries: 14,
    isWaiting: true,
    async run(email) {
      const { id, to, template: name, values: open, sealed, only_if, locale = defaultLocale } = email;
      const template = emails.get(name);
      if (!template) throw new Error(`Unknown email '${name}'`);
      if (only_if) {
        const isWorthSending = emailChecks.get(only_if.check);
        if (!isWorthSending) throw new Error(`Unknown email check '${only_if.check}'`);
        const verdict = await isWorthSending({ db, config, targets }, only_if.about);
        if (typeof verdict === 'object') await holdEmail(platform, email, verdict.hold_until);
        if (verdict !== true) return;
      }
      const values = { ...open, ...(sealed && openSealedValues(secret, sealed)) };
      const rendered = await withLocale(locale, () => renderEmail(template, values, config.brandName));
      const { unsubscribe_url: unsubscribeUrl } = values;
      await transport.send({ id, to, ...rendered, ...(unsubscribeUrl && { unsubscribeUrl }) });
    },
  };
}

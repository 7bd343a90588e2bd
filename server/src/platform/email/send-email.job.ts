import { defaultLocale } from '#contract/i18n/locale.ts';
import type { JobKind } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { withLocale } from '../reader-locale.ts';
import { createEmailTransport } from './email-transport.ts';
import type { QueuedEmail } from './enqueue-email.ts';
import { renderEmail } from './render-email.ts';
import { openSealedValues } from './sealed-values.ts';

/** Sends queued emails. If the mail server doesn't accept an email, it is tried again for about a day. */
export function sendEmailJob({
  config,
  db,
  onStop,
  emails,
  emailChecks,
  secret,
}: Platform): JobKind<QueuedEmail> {
  const transport = createEmailTransport(config, db);
  onStop.push(() => transport.close());
  return {
    name: 'send-email',
    retries: 14,
    isWaiting: true,
    async run({ id, to, template: name, values: open, sealed, only_if, locale = defaultLocale }) {
      const template = emails.get(name);
      if (!template) throw new Error(`Unknown email '${name}'`);
      if (only_if) {
        const isWorthSending = emailChecks.get(only_if.check);
        if (!isWorthSending) throw new Error(`Unknown email check '${only_if.check}'`);
        if (!(await isWorthSending({ db, config }, only_if.about))) return;
      }
      const values = { ...open, ...(sealed && openSealedValues(secret, sealed)) };
      const rendered = await withLocale(locale, () => renderEmail(template, values, config.brandName));
      const { unsubscribe_url: unsubscribeUrl } = values;
      await transport.send({ id, to, ...rendered, ...(unsubscribeUrl && { unsubscribeUrl }) });
    },
  };
}

import type { JobKind } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { QueuedMail } from './enqueue-mail.ts';
import { createMailTransport } from './mail-transport.ts';
import { renderMail } from './render-mail.ts';
import { openSealedValues } from './sealed-values.ts';

/** Sends queued mails. A mail server that does not answer is tried again for about a day. */
export function sendMailJob({ config, db, onStop, mailChecks, secret }: Platform): JobKind<QueuedMail> {
  const transport = createMailTransport(config, db);
  onStop.push(() => transport.close());
  return {
    name: 'send-mail',
    retries: 14,
    isWaiting: true,
    async run({ id, to, template, values: open, sealed, only_if }) {
      if (only_if) {
        const isWorthSending = mailChecks.get(only_if.check);
        if (!isWorthSending) throw new Error(`Nobody knows the mail check '${only_if.check}'`);
        if (!(await isWorthSending(db, only_if.about))) return;
      }
      const values = { ...open, ...(sealed && openSealedValues(secret, sealed)) };
      const rendered = await renderMail(template, values, config.brandName);
      const { unsubscribe_url: unsubscribeUrl } = values;
      await transport.send({ id, to, ...rendered, ...(unsubscribeUrl && { unsubscribeUrl }) });
    },
  };
}

import type { JobKind } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { QueuedMail } from './enqueue-mail.ts';
import { createMailTransport } from './mail-transport.ts';
import { renderMail } from './render-mail.ts';

/** Sends queued mails. A mail server that does not answer is tried again for about a day. */
export function sendMailJob({ config, db, onStop }: Platform): JobKind<QueuedMail> {
  const transport = createMailTransport(config, db);
  onStop.push(() => transport.close());
  return {
    name: 'send-mail',
    retries: 14,
    async run({ id, to, template, values }) {
      await transport.send({ id, to, ...(await renderMail(template, { ...values }, config.brandName)) });
    },
  };
}

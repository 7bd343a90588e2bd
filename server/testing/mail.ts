import { sql } from 'kysely';
import { vi } from 'vitest';
import type { MailTemplate } from '#server/platform/mail/enqueue-mail.ts';
import { openSealedValues } from '#server/platform/mail/sealed-values.ts';
import type { TestServer } from './server.ts';

interface QueuedMail {
  to: string;
  template: MailTemplate;
  values: Record<string, string>;
}

/** The mails queued for an address so far, oldest first, sent or not; with the values that the queue keeps sealed. */
export async function mailsTo(server: TestServer, email: string): Promise<QueuedMail[]> {
  const { rows } = await sql<{ data: QueuedMail & { sealed?: string } }>`
    select data from jobs.job where name = 'send-mail' and data->>'to' = ${email} order by created_on`.execute(
    server.db,
  );
  const { secret } = server.running.platform;
  return rows.map(({ data: { sealed, ...mail } }) => ({
    ...mail,
    values: { ...mail.values, ...(sealed && openSealedValues(secret, sealed)) },
  }));
}

/** A job that queues a mail is found within two seconds; a busy machine takes longer. */
const patience = { timeout: 20_000 };

/** Waits for the `count`-th mail of this template to an address and answers the token in its link. */
export async function mailedToken(
  server: TestServer,
  email: string,
  template: MailTemplate,
  count = 1,
): Promise<string> {
  return await vi.waitFor(async () => {
    const mails = (await mailsTo(server, email)).filter((mail) => mail.template === template);
    const mail = mails[count - 1];
    if (!mail) throw new Error(`no ${template} was queued for ${email}`);
    const link = mail.values.reset_url ?? mail.values.confirm_url ?? '';
    const token = new URL(link).searchParams.get('token');
    if (!token) throw new Error(`no token in ${link}`);
    return token;
  }, patience);
}

import { sql } from 'kysely';
import { vi } from 'vitest';
import type { EmailTemplate } from '#server/platform/email/email-templates.ts';
import { openSealedValues } from '#server/platform/email/sealed-values.ts';
import type { TestServer } from './server.ts';

interface QueuedEmail {
  to: string;
  locale: string;
  template: string;
  values: Record<string, string>;
}

/** Returns the template that a feature of the server lists under this name. */
export function emailTemplate(server: TestServer, name: string): EmailTemplate {
  const template = server.running.platform.emails.get(name);
  if (!template) throw new Error(`no feature lists the email ${name}`);
  return template;
}

/** Returns the emails queued for an address so far, sent or not, oldest first, with their encrypted values decrypted. */
export async function emailsTo(server: TestServer, email: string): Promise<QueuedEmail[]> {
  const { rows } = await sql<{ data: QueuedEmail & { sealed?: string } }>`
    select data from jobs.job where name = 'send-email' and data->>'to' = ${email} order by created_on`.execute(
    server.db,
  );
  const { secret } = server.running.platform;
  return rows.map(({ data: { sealed, ...message } }) => ({
    ...message,
    values: { ...message.values, ...(sealed && openSealedValues(secret, sealed)) },
  }));
}

/** Waits for the `count`-th email of this template to an address and returns the token in its link. */
export async function tokenFromEmail(
  server: TestServer,
  email: string,
  template: string,
  count = 1,
): Promise<string> {
  return await vi.waitFor(async () => {
    const emails = (await emailsTo(server, email)).filter((message) => message.template === template);
    const message = emails[count - 1];
    if (!message) throw new Error(`no ${template} was queued for ${email}`);
    const link = message.values.reset_url ?? message.values.confirm_url ?? '';
    const token = new URL(link).searchParams.get('token');
    if (!token) throw new Error(`no token in ${link}`);
    return token;
  });
}

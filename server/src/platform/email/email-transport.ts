import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { requireEmailAddress } from './email-address.ts';
import { insertLocalMessage } from './mailbox.queries.ts';
import type { RenderedEmail } from './render-email.ts';
import { toOneLine } from './render-email.ts';

/** An email with its addresses. `id` is the same for every attempt to send it. */
export interface OutgoingEmail extends RenderedEmail {
  id: string;
  to: string;
  /** Mail apps show it as their own button, which sends a POST request to it (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Sends emails to a mail server, or stores them in the local mailbox. */
export interface EmailTransport {
  /** @throws if the email wasn't accepted; it may be sent again. */
  send(message: OutgoingEmail): Promise<void>;
  close(): Promise<void>;
}

/** Parses `Hearth <no-reply@example.com>` or a bare address. Names may contain commas. */
export function parseSender(sender: string): { name: string; address: string } {
  const match = /^(.*?)<([^<>]+)>\s*$/s.exec(sender);
  const address = requireEmailAddress((match?.[2] ?? sender).trim());
  return { name: toOneLine(match?.[1] ?? '').replace(/^"(.*)"$/, '$1'), address };
}

/** Creates the configured transport. The email library is loaded with the first email to a mail server. */
export function createEmailTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): EmailTransport {
  const from = parseSender(config.mailFrom);
  const { smtpUrl } = config;
  if (!smtpUrl) {
    const sender = from.name ? `${from.name} <${from.address}>` : from.address;
    return {
      send: ({ id, to, subject, html, text }) =>
        insertLocalMessage(db, { id, subject, html, text, sender, recipient: requireEmailAddress(to) }),
      close: async () => {},
    };
  }
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let connected: ReturnType<typeof connect> | null = null;
  return {
    async send({ id, to, subject, html, text, unsubscribeUrl }) {
      connected ??= connect();
      const transport = await connected;
      await transport.sendMail({
        from,
        to: { name: '', address: requireEmailAddress(to) },
        subject: toOneLine(subject),
        html,
        text,
        // The same for every attempt, so that an email that was accepted twice can be recognized.
        messageId: `<${id}@${from.address.split('@')[1]}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    async close() {
      (await connected)?.close();
    },
  };
}

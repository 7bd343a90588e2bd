import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { requireEmailAddress } from './email-address.ts';
import { insertLocalMessage } from './mailbox.queries.ts';
import type { RenderedEmail } from './render-email.ts';
import { toOneLine } from './render-email.ts';

/** A mail with its addresses. `id` is the same each time that sending it is tried. */
export interface OutgoingEmail extends RenderedEmail {
  id: string;
  to: string;
  /** Mail programs show it as a button of their own, which sends a POST there (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Where mails go: a mail server, or the local mailbox. */
export interface EmailTransport {
  /** @throws when the mail was not taken; it may be tried again. */
  send(message: OutgoingEmail): Promise<void>;
  close(): Promise<void>;
}

/** `Hearth <no-reply@example.com>` or a bare address, in its parts; names may hold commas. */
export function parseSender(sender: string): { name: string; address: string } {
  const match = /^(.*?)<([^<>]+)>\s*$/s.exec(sender);
  const address = requireEmailAddress((match?.[2] ?? sender).trim());
  return { name: toOneLine(match?.[1] ?? '').replace(/^"(.*)"$/, '$1'), address };
}

/** The transport that the settings ask for. The mail library is loaded with the first mail to a mail server. */
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
        // The same at each try, so that a mail taken twice can be known as one.
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

import type { FastifyInstance } from 'fastify';
import { id as idField } from '#contract/schema/endpoint.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findMailboxMessage, listMailboxMessages } from './mailbox.queries.ts';
import { listPage, mailboxPage } from './mailbox.view.ts';

const maxMessages = 100;

/** Also applies to the sandboxed frame that shows an email: inline styles work, scripts and requests do not. */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Returns whether anyone who opens the page may read emails: not in production, and not when emails are really sent.
 */
export function hasMailbox(config: Pick<Config, 'environment' | 'smtpUrl'>): boolean {
  return config.environment !== 'production' && !config.smtpUrl;
}

export function mailboxRoutes(app: FastifyInstance, { config, db }: Platform): void {
  if (!hasMailbox(config)) return;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
    'cache-control': 'no-store',
  };

  app.get<{ Querystring: { refresh?: string } }>('/dev/mail', async (request, reply) => {
    const emails = await listMailboxMessages(db, maxMessages);
    return reply.headers(headers).send(listPage(emails, config.brandName, request.query.refresh === 'on'));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const id = idField.safeParse(request.params.id).data;
    const message = id ? await findMailboxMessage(db, id) : null;
    if (!message) throw new AppError('not_found');
    return reply.headers(headers).send(mailboxPage(message, config.brandName));
  });
}

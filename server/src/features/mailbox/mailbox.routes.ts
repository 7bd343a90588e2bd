import type { FastifyInstance } from 'fastify';
import { id as idField } from '#contract/endpoint.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findMailboxMessage, listMailboxMessages } from './mailbox.queries.ts';
import { listPage, mailboxPage } from './mailbox.view.ts';

const shown = 100;

/**
 * The mail is shown in a frame without rights of its own, which lives under this policy too: its styles are its own, and
 * nothing may run or be fetched.
 */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Whether mails may be read by whoever opens the page: never where people live, nor where mail is really sent. */
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
    const emails = await listMailboxMessages(db, shown);
    return reply.headers(headers).send(listPage(emails, config.brandName, request.query.refresh === 'on'));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const id = idField.safeParse(request.params.id).data;
    const message = id ? await findMailboxMessage(db, id) : null;
    if (!message) throw new AppError('not_found');
    return reply.headers(headers).send(mailboxPage(message, config.brandName));
  });
}

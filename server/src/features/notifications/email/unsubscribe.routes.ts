import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteUnsubscribes, findUnsubscribe, insertUnsubscribe } from './email.queries.ts';
import { toEmailKindLabel } from './email-labels.ts';
import { unsubscribePage, unsubscribePolicy } from './unsubscribe.view.ts';
import { readUnsubscribeToken, type UnsubscribeScope, unsubscribePath } from './unsubscribe-token.ts';

type OfToken = FastifyRequest<{ Params: { token: string } }>;

/**
 * The page that ends mails of one kind. Opening it changes nothing, since programs that look at mails open every link; its
 * button does, and so do the buttons of mail programs, which send the same request (RFC 8058).
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, config, publicUrl, secret }: Platform): void {
  const read = (request: OfToken): UnsubscribeScope => {
    const kind = readUnsubscribeToken(secret, request.params.token);
    if (!kind) throw new AppError('not_found');
    return kind;
  };
  const response = async (
    reply: FastifyReply,
    kind: UnsubscribeScope,
    token: string,
  ): Promise<FastifyReply> => {
    const known = await findUnsubscribe(db, kind);
    if (!known) throw new AppError('not_found');
    const page = unsubscribePage({
      brand: config.brandName,
      homeUrl: publicUrl(),
      path: `${unsubscribePath}${token}`,
      emails: toEmailKindLabel(kind.type, known.space_name),
      isUnsubscribed: known.is_unsubscribed,
    });
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': unsubscribePolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      })
      .send(page);
  };

  app.register(async (scoped) => {
    // What a form or a mail program sends along is not looked at.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      scoped.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
        done(null, undefined),
      );
    }
    scoped.get(`${unsubscribePath}:token`, async (request: OfToken, reply) =>
      response(reply, read(request), request.params.token),
    );
    scoped.post(`${unsubscribePath}:token`, async (request: OfToken, reply) => {
      const kind = read(request);
      if (await findUnsubscribe(db, kind)) await insertUnsubscribe(db, kind);
      return await response(reply, kind, request.params.token);
    });
    scoped.post(`${unsubscribePath}:token/again`, async (request: OfToken, reply) => {
      const kind = read(request);
      await deleteUnsubscribes(db, kind.user_id, kind.space_id, [kind.type]);
      return await response(reply, kind, request.params.token);
    });
  });
}

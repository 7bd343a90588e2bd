import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteUnsubscribes, findUnsubscribe, insertUnsubscribe } from './email.queries.ts';
import { unsubscribeCopy } from './email-copy.ts';
import { unsubscribePage, unsubscribePolicy } from './unsubscribe.view.ts';
import { readUnsubscribeToken, type UnsubscribeScope, unsubscribePath } from './unsubscribe-token.ts';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Serves the unsubscribe page of one kind of email. A GET changes nothing, because email scanners open every link.
 * The page's button and the one-click button of email apps (RFC 8058) both send the POST.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, config, publicUrl, secret }: Platform): void {
  const read = (request: TokenRequest): UnsubscribeScope => {
    const kind = readUnsubscribeToken(secret, request.params.token);
    if (!kind) throw new AppError('not_found');
    return kind;
  };
  const response = async (
    reply: FastifyReply,
    kind: UnsubscribeScope,
    token: string,
  ): Promise<FastifyReply> => {
    const status = await findUnsubscribe(db, kind);
    if (!status) throw new AppError('not_found');
    const page = unsubscribePage({
      brand: config.brandName,
      homeUrl: publicUrl(),
      path: `${unsubscribePath}${token}`,
      spaceName: status.space_name ?? '',
      copy: unsubscribeCopy[kind.type],
      isUnsubscribed: status.is_unsubscribed,
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
    // The body that a form or an email app sends is ignored.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      scoped.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
        done(null, undefined),
      );
    }
    scoped.get(`${unsubscribePath}:token`, async (request: TokenRequest, reply) =>
      response(reply, read(request), request.params.token),
    );
    scoped.post(`${unsubscribePath}:token`, async (request: TokenRequest, reply) => {
      const kind = read(request);
      if (await findUnsubscribe(db, kind)) await insertUnsubscribe(db, kind);
      return await response(reply, kind, request.params.token);
    });
    scoped.post(`${unsubscribePath}:token/again`, async (request: TokenRequest, reply) => {
      const kind = read(request);
      await deleteUnsubscribes(db, kind.user_id, kind.space_id, [kind.type]);
      return await response(reply, kind, request.params.token);
    });
  });
}

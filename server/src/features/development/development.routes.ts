import type { FastifyInstance } from 'fastify';
import { subdomainField } from '#contract/features/spaces/spaces.ts';
import { id as idField } from '#contract/schema/endpoint.ts';
import { readViewer } from '#server/platform/auth/viewer.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSession, openSession } from '../auth/index.ts';
import { demoEmailDomain, hasDemoSignIn } from './development.policy.ts';
import { isDemoPerson, listDemoPeople } from './development.queries.ts';
import { peoplePage } from './development.view.ts';

const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const formLimit = 4096;

export function demoPeopleRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, cookies } = platform;
  if (!hasDemoSignIn(config)) return;

  app.get('/dev/people', async (_request, reply) => {
    const rows = await listDemoPeople(db, demoEmailDomain);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy,
        'cache-control': 'no-store',
      })
      .send(peoplePage(rows, config.brandName));
  });

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.post('/dev/people', async (request, reply) => {
      const form = (request.body ?? {}) as Record<string, unknown>;
      const userId = idField.safeParse(form.user_id).data;
      const subdomain = subdomainField.safeParse(form.subdomain).data;
      if (!userId || !subdomain || !(await isDemoPerson(db, userId, demoEmailDomain))) {
        throw new AppError('not_found');
      }
      const before = await readViewer(db, cookies, request.headers.cookie);
      if (before) await endSession(platform, before);
      await openSession(platform, reply, userId);
      return reply.redirect(`/${subdomain}/space`, 303);
    });
  });
}

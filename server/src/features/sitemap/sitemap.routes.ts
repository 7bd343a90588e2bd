import type { FastifyInstance } from 'fastify';
import { isUuid } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listPageStarts, listPublicPosts, listPublicSpacesById } from './sitemap.queries.ts';
import { toRobots, toSitemap, toSitemapIndex } from './sitemap.view.ts';

/** Addresses in one sitemap file; the format allows 50,000. */
const pageSize = 10_000;
/** An id that sorts before all others. */
const minId = '00000000-0000-0000-0000-000000000000';

export function sitemapRoutes(app: FastifyInstance, { db, publicUrl }: Platform): void {
  const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' };
  const startOf = (from: string | undefined) => (from && isUuid(from) ? from : minId);

  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain').send(toRobots(publicUrl())),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const [spaces, posts] = await Promise.all([
      listPageStarts(db, 'spaces', pageSize),
      listPageStarts(db, 'posts', pageSize),
    ]);
    return reply.headers(xml).send(toSitemapIndex(publicUrl(), { spaces, posts }));
  });

  app.get<{ Querystring: { from?: string } }>('/sitemap-spaces.xml', async (request, reply) => {
    const rows = await listPublicSpacesById(db, startOf(request.query.from), pageSize);
    const addresses = rows.flatMap(({ subdomain, readable, updated_at }) => [
      { path: `/${subdomain}/about`, changed: updated_at },
      ...(readable ? [{ path: `/${subdomain}/space`, changed: null }] : []),
    ]);
    return reply.headers(xml).send(toSitemap(publicUrl(), addresses));
  });

  app.get<{ Querystring: { from?: string } }>('/sitemap-posts.xml', async (request, reply) => {
    const rows = await listPublicPosts(db, startOf(request.query.from), pageSize);
    const addresses = rows.map(({ subdomain, slug, last_activity_at }) => ({
      path: `/${subdomain}/post/${encodeURIComponent(slug)}`,
      changed: last_activity_at,
    }));
    return reply.headers(xml).send(toSitemap(publicUrl(), addresses));
  });
}

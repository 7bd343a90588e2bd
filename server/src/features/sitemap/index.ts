import type { Feature } from '#server/platform/feature.ts';
import { sitemapRoutes } from './sitemap.routes.ts';

/** What search engines may find: robots.txt and the site map. */
export const sitemap: Feature = { name: 'sitemap', plainRoutes: sitemapRoutes };

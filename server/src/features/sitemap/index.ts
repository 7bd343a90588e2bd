import type { Feature } from '#server/platform/feature.ts';
import { sitemapRoutes } from './sitemap.routes.ts';

/** robots.txt and the sitemap for search engines. */
export const sitemap: Feature = { name: 'sitemap', plainRoutes: sitemapRoutes };

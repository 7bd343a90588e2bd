import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findManifestSpace } from './manifest.queries.ts';

/** Icons of the installation, for spaces without one of their own and for devices that need these sizes. */
const icons = [192, 512].map((size) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
}));

/** Serves the web app manifest of each space, with which browsers install it as an app. It has only what everyone may see. */
export function manifestRoutes(app: FastifyInstance, { db }: Platform): void {
  app.get(
    '/:subdomain/manifest.webmanifest',
    async (request: FastifyRequest<{ Params: { subdomain: string } }>, reply) => {
      const space = await findManifestSpace(db, request.params.subdomain);
      if (!space) throw new AppError('space_not_found');
      const { name, subdomain, icon_image, primary_color } = space;
      return reply
        .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' })
        .send(
          JSON.stringify({
            id: `/${subdomain}/space`,
            name,
            short_name: name,
            start_url: `/${subdomain}/space`,
            scope: '/',
            display: 'standalone',
            background_color: '#ffffff',
            theme_color: primary_color,
            icons: icon_image ? [{ src: icon_image, sizes: 'any' }, ...icons] : icons,
          }),
        );
    },
  );
}

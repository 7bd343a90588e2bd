import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { id as idField } from '#contract/schema/endpoint.ts';
import { requireAccess, requireFeature } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenPage, videoIdsIn } from '../../courses/index.ts';
import { originalUrl } from '../../uploads/index.ts';
import { listRenditions, type Rendition } from './renditions.queries.ts';

/** Returns the address of the playlist of a video with all its sizes. */
export const streamUrl = (pageId: string, uploadId: string): string =>
  `/api/course-pages/${pageId}/videos/${uploadId}/stream/all.m3u8`;

function toMasterPlaylist(renditions: readonly Rendition[]): string {
  const entries = renditions.map(
    ({ width, height, bits_per_second, short_side }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits_per_second},RESOLUTION=${width}x${height}\n${short_side}.m3u8\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n${entries.join('')}`;
}

type StreamRequest = FastifyRequest<{ Params: { page_id: string; upload_id: string; name: string } }>;

/** Serves the playlists of videos to those who see their page. The segments are parts of uploads, which check that themselves. */
export function streamRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, cookies, budgets, clientAddress, locators } = platform;
  app.get(
    '/api/course-pages/:page_id/videos/:upload_id/stream/:name',
    async (request: StreamRequest, reply: FastifyReply) => {
      budgets.takeForNetwork('api', clientAddress(request.raw));
      const page_id = idField.safeParse(request.params.page_id).data;
      const upload_id = idField.safeParse(request.params.upload_id).data;
      if (!page_id || !upload_id) throw new AppError('page_not_found');
      const session = cookies.read(request.headers.cookie);
      const located = await locators.get('page_id')?.locateCaller(db, session, page_id);
      const viewer = located?.viewer ?? null;
      const scope = requireAccess('space-viewer', located?.scope ?? null, viewer, 'page_not_found');
      requireFeature(scope, 'classroom');
      const page = await requireOpenPage(db, viewer, scope, page_id);
      const isShown = videoIdsIn(page.content).includes(upload_id);
      const renditions = isShown ? await listRenditions(db, upload_id) : [];
      const { name } = request.params;
      const rendition = renditions.find(({ short_side }) => name === `${short_side}.m3u8`);
      if (renditions.length === 0 || (!rendition && name !== 'all.m3u8'))
        throw new AppError('video_not_found');
      const playlist = rendition
        ? rendition.playlist.replaceAll('{file}', originalUrl(rendition.rendition_upload_id))
        : toMasterPlaylist(renditions);
      return reply
        .header('cache-control', 'private, no-store')
        .type('application/vnd.apple.mpegurl')
        .send(playlist);
    },
  );
}

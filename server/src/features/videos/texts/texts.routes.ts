import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireOpenPage, videoIdsIn } from '../../courses/index.ts';
import { removeCaptions, setCaptions, setChapters } from './change-texts.ts';
import { findCaptions } from './texts.queries.ts';

export function videoTextRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('get_video_captions', async ({ input, viewer, scope }) => {
    const { page_id, upload_id, language } = input;
    const page = await requireOpenPage(db, viewer, scope, page_id);
    if (!videoIdsIn(page.content).includes(upload_id)) throw new AppError('video_not_found');
    const captions = await findCaptions(db, upload_id, language);
    if (!captions) throw new AppError('captions_not_found');
    return { captions };
  });

  route('set_video_captions', async ({ input, viewer, scope }) => ({
    caption_count: await setCaptions(platform, viewer, scope, input),
  }));

  route('delete_video_captions', async ({ input, viewer, scope }) => {
    await removeCaptions(platform, viewer, scope, input);
    return {};
  });

  route('set_video_chapters', async ({ input, viewer, scope }) => {
    await setChapters(platform, viewer, scope, input);
    return {};
  });
}

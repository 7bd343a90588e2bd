import { Readable } from 'node:stream';
import { keepLinkPreview } from '#server/features/feed/index.ts';
import { attachUploads, storeUpload } from '#server/features/uploads/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { linkedPages } from './content/linked-pages.ts';
import { selectHasLink } from './demo-state.queries.ts';
import { drawPicture } from './draw/draw-picture.ts';

/** Shows on the posts that link to them what the demo's pages say, as if they had been read. */
export async function showLinkedPages(platform: Platform, userId: string): Promise<void> {
  const purpose = 'link_picture' as const;
  for (const { url, title, description, site_name, picture } of linkedPages) {
    if (!(await selectHasLink(platform.db, url))) continue;
    const drawn = await drawPicture(picture, url);
    const upload = await storeUpload(platform, {
      user_id: userId,
      space_id: null,
      purpose,
      file_name: `${picture}.png`,
      body: Readable.from([drawn]),
    });
    await platform.db.transaction().execute(async (tx) => {
      const upload_ids = [upload.id];
      await attachUploads(tx, { user_id: userId, space_id: null, purpose, upload_ids, at: nowText() });
      await keepLinkPreview(tx, url, { title, description, site_name, picture_id: upload.id });
    });
  }
}

import { saveLinkPreview } from '#server/features/posts/link-preview/fetch-link-previews.job.ts';
import { attachUploads, storeUpload } from '#server/features/uploads/index.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { linkedPages } from './content/linked-pages.ts';
import { hasLink } from './demo-state.queries.ts';
import { readImage } from './media.ts';

/** Adds link previews of the demo's pages to the posts that link to them, as if the pages had been read. */
export async function showLinkedPages(platform: Platform, userId: string): Promise<void> {
  const purpose = 'link_image' as const;
  for (const { url, title, description, site_name, image } of linkedPages) {
    if (!(await hasLink(platform.db, url))) continue;
    const upload = await storeUpload(platform, {
      user_id: userId,
      space_id: null,
      purpose,
      ...readImage(image),
    });
    await platform.db.transaction().execute(async (tx) => {
      const upload_ids = [upload.id];
      await attachUploads(tx, { user_id: userId, space_id: null, purpose, upload_ids, at: nowIso() });
      await saveLinkPreview(tx, platform, url, { title, description, site_name, image_id: upload.id });
    });
  }
}

import { saveLinkPreview } from '#server/features/posts/link-preview/fetch-link-previews.job.ts';
import { storeUpload } from '#server/features/uploads/index.ts';
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
    const copied = { upload_id: upload.id, user_id: userId };
    await saveLinkPreview(platform, url, { title, description, site_name }, copied);
  }
}

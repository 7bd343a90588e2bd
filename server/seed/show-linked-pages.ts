import { saveLinkPreview } from '#server/features/posts/link-preview/fetch-link-previews.job.ts';
import type { Platform } from '#server/platform/platform.ts';
import { linkedPages } from './content/linked-pages.ts';
import { hasLink } from './demo-state.queries.ts';
import { storeDemoImage } from './files/store-image.ts';

/** Adds link previews of the demo's pages to the posts that link to them, as if the pages had been read. */
export async function showLinkedPages(platform: Platform, userId: string): Promise<void> {
  const purpose = 'link_image' as const;
  for (const { url, title, description, site_name, image } of linkedPages) {
    if (!(await hasLink(platform.db, url))) continue;
    const by = { user_id: userId, space_id: null, purpose };
    const upload = await storeDemoImage(platform, by, `images/${image}`);
    const copied = { upload_id: upload.id, user_id: userId };
    await saveLinkPreview(platform, url, { title, description, site_name }, copied);
  }
}

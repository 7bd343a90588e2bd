import { Readable } from 'node:stream';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { storeUpload } from '../../uploads/index.ts';
import { fetchLimited, type Limits, type Reach } from './fetch-limited.ts';
import { selectLinkingAuthor } from './link-preview.queries.ts';

const pictureLimits = {
  milliseconds: 5_000,
  bytes: 5 * 1024 * 1024,
  redirects: 3,
  type: /^\s*image\/(jpeg|png|webp|gif)\b/i,
  accept: 'image/webp,image/png,image/jpeg,image/gif',
  cut: false,
} satisfies Omit<Limits, 'userAgent'>;

/**
 * Copies a page's picture the way that pictures of members are taken in: checked for what it is, decoded and encoded anew.
 * Nobody's browser ever asks the other site for it.
 * @returns the upload, not yet in use, and whose it is; null when nobody links there any more.
 */
export async function copyPicture(
  parts: Pick<Platform, 'db' | 'files' | 'log' | 'config'>,
  link: { url: string; picture_url: string },
  reach: Reach,
  userAgent: string,
): Promise<{ upload_id: string; user_id: string } | null> {
  const userId = await selectLinkingAuthor(parts.db, link.url);
  if (userId === null) return null;
  const { body } = await fetchLimited(link.picture_url, { ...pictureLimits, userAgent }, reach);
  const upload = await storeUpload(parts, {
    user_id: userId,
    space_id: null,
    purpose: 'link_picture',
    file_name: `${newId()}.webp`,
    body: Readable.from([body]),
    content_length: body.length,
  });
  return { upload_id: upload.id, user_id: userId };
}

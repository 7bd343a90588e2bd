import { Readable } from 'node:stream';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { storeUpload } from '../../uploads/index.ts';
import { type FetchPolicy, fetchLimited, type Limits } from './fetch-limited.ts';
import { findLinkingAuthor } from './link-preview.queries.ts';

const imageLimits = {
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
export async function copyImage(
  parts: Pick<Platform, 'db' | 'files' | 'log' | 'config'>,
  link: { url: string; image_url: string },
  reach: FetchPolicy,
  userAgent: string,
): Promise<{ upload_id: string; user_id: string } | null> {
  const userId = await findLinkingAuthor(parts.db, link.url);
  if (userId === null) return null;
  const { body } = await fetchLimited(link.image_url, { ...imageLimits, userAgent }, reach);
  const upload = await storeUpload(parts, {
    user_id: userId,
    space_id: null,
    purpose: 'link_image',
    file_name: `${newId()}.webp`,
    body: Readable.from([body]),
    content_length: body.length,
  });
  return { upload_id: upload.id, user_id: userId };
}

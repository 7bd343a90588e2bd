import { Readable } from 'node:stream';
import { newId } from '#server/platform/ids.ts';
import { type FetchPolicy, fetchLimited, type Limits } from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { storeUpload } from '../../uploads/index.ts';
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
 * Copies a page's image with the same checks as members' uploads: its type is verified, and it is decoded and encoded
 * again. No browser ever requests it from the other site.
 * @returns the upload, not yet attached, and its owner; null when no post links there anymore.
 */
export async function copyImage(
  parts: Pick<Platform, 'db' | 'files' | 'log' | 'config' | 'uploadUses'>,
  link: { url: string; image_url: string },
  policy: FetchPolicy,
  userAgent: string,
): Promise<{ upload_id: string; user_id: string } | null> {
  const userId = await findLinkingAuthor(parts.db, link.url);
  if (userId === null) return null;
  const { body } = await fetchLimited(link.image_url, { ...imageLimits, userAgent }, policy);
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

import { maxFileBytes } from '#contract/limits.ts';
import type { filePurposes, uploadPurposes } from '#contract/uploads.ts';
import { canReadSpace, type SpaceContext, type Viewer } from '#server/platform/access.ts';

export type FilePurpose = (typeof filePurposes)[number];
/** `link_image` is for the server itself: a copy of what a linked page shows. */
export type UploadPurpose = (typeof uploadPurposes)[number] | 'link_image';

/** Largest picture that is taken, in bytes (document 3, "Uploads"). */
export const maxImageBytes = maxFileBytes.image;

const hour = 60 * 60 * 1000;
/** How long an upload may wait for its use, in milliseconds. */
export const attachWithin = 24 * hour;
/**
 * Age at which unused uploads are removed. The hour beyond `attachWithin` lets transactions that have just taken one
 * into use come to their end, so that the sweep never meets one.
 */
export const sweptAfter = attachWithin + hour;

/** Uploads made before this time can no longer be taken into use, unless a draft has held them since; `now` is wire text. */
export function attachableSince(now: string): string {
  return new Date(Date.parse(now) - attachWithin).toISOString();
}

/** What somebody must be in the space to upload for it; null for pictures that belong to no space. */
export function requiredUploadAccess(
  purpose: UploadPurpose | FilePurpose,
): 'space-member' | 'space-editor' | null {
  if (purpose === 'avatar') return null;
  return isOfFrontPage(purpose) || purpose === 'event_cover' ? 'space-editor' : 'space-member';
}

/** Pictures that everyone sees wherever the person or space is named, private spaces included. */
export function isPublicPurpose(purpose: string): boolean {
  return purpose === 'avatar' || purpose === 'link_image' || isOfFrontPage(purpose);
}

function isOfFrontPage(purpose: string): boolean {
  return ['space_icon', 'space_cover', 'space_intro', 'space_intro_video'].includes(purpose);
}

/** Who may fetch a file, and who may keep a copy. `scope` is that of the file's space, if it has one. */
export function authorizeDownload(
  upload: { user_id: string; purpose: string; attached_at: string | null; is_hidden: boolean },
  scope: SpaceContext | null,
  viewer: Viewer | null,
): { allowed: boolean; cacheControl: string } {
  const privately = 'private, max-age=3600';
  if (!upload.attached_at) return { allowed: viewer?.user_id === upload.user_id, cacheControl: privately };
  if (isPublicPurpose(upload.purpose)) {
    return { allowed: true, cacheControl: 'public, max-age=31536000, immutable' };
  }
  if (!scope || !canReadSpace(scope)) return { allowed: false, cacheControl: privately };
  if (upload.is_hidden) {
    const mayKnow = viewer?.user_id === upload.user_id || scope.permissions.canEditSpace;
    return { allowed: mayKnow, cacheControl: 'private, no-store' };
  }
  // A public space may turn private: shared caches forget its pictures within the hour.
  const open = !scope.is_private && !scope.is_paid;
  return { allowed: true, cacheControl: open ? 'public, max-age=3600' : privately };
}

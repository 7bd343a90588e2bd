import type { filePurposes, uploadPurposes } from '#contract/features/uploads/uploads.ts';
import { canReadSpace, type SpaceContext, type Viewer } from '#server/platform/access.ts';
import { attachWithin } from '#server/platform/files/attachable-since.ts';

export type FilePurpose = (typeof filePurposes)[number] | 'chat_voice' | 'course_video' | 'video_rendition';
/** `link_image` is used by the server only, for the image of a linked page. */
export type UploadPurpose = (typeof uploadPurposes)[number] | 'link_image';

const hour = 60 * 60 * 1000;
/**
 * How long the files of content that moderators removed are kept, in milliseconds: for as long as it may be restored or
 * the removal appealed.
 */
export const removedContentKept = 30 * 24 * hour;
/**
 * Age at which unattached uploads are deleted. The hour beyond `attachWithin` lets open transactions that attach one
 * finish first.
 */
export const sweptAfter = attachWithin + hour;

/** Returns the time after which content must have been removed for its files to be kept. `now` is an ISO timestamp. */
export function removedSince(now: string): string {
  return new Date(Date.parse(now) - removedContentKept).toISOString();
}

/** Returns whether the viewer can delete an upload: only their own, until it is attached. */
export function canDeleteUpload(
  viewer: Viewer,
  upload: { user_id: string; attached_at: string | null },
): boolean {
  return upload.user_id === viewer.user_id && upload.attached_at === null;
}

/**
 * Returns whether the viewer can download a file, and how it may be cached. `scope` is the file's space, if it has
 * one.
 */
export function authorizeDownload(
  upload: {
    user_id: string;
    attached_at: string | null;
    is_public: boolean;
    is_hidden: boolean;
    /** For uploads whose use decides for each viewer; otherwise null. */
    is_shown_to_viewer: boolean | null;
  },
  scope: SpaceContext | null,
  viewer: Viewer | null,
): { allowed: boolean; cacheControl: string } {
  const privateCache = 'private, max-age=3600';
  if (!upload.attached_at) return { allowed: viewer?.user_id === upload.user_id, cacheControl: privateCache };
  if (upload.is_public) {
    return { allowed: true, cacheControl: 'public, max-age=31536000, immutable' };
  }
  if (upload.is_shown_to_viewer !== null) {
    return { allowed: upload.is_shown_to_viewer, cacheControl: privateCache };
  }
  if (!scope || !canReadSpace(scope)) return { allowed: false, cacheControl: privateCache };
  if (upload.is_hidden) {
    const canSeeHidden = viewer?.user_id === upload.user_id || scope.permissions.canEditSpace;
    return { allowed: canSeeHidden, cacheControl: 'private, no-store' };
  }
  // A public space can become private, so shared caches expire its images within an hour.
  const open = !scope.is_private && !scope.is_paid;
  return { allowed: true, cacheControl: open ? 'public, max-age=3600' : privateCache };
}

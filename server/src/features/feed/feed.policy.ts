import type { SpaceContext, Viewer } from '#server/platform/access.ts';

/** Author, owner and admins may delete what was written in a space. */
export function canDelete(viewer: Viewer, scope: SpaceContext, authorId: string): boolean {
  return viewer.user_id === authorId || scope.permissions.canEditSpace;
}

/** Owner and admins write as often as they like. */
export function hasWriteLimits(scope: SpaceContext): boolean {
  return !scope.permissions.canEditSpace;
}

/** Announcements are for those who run the space. */
export function canAnnounce(scope: SpaceContext): boolean {
  return scope.permissions.canEditSpace;
}

/** What a post said before is for its author and for those who run the space. */
export function canReadHistory(viewer: Viewer, scope: SpaceContext, authorId: string): boolean {
  return viewer.user_id === authorId || scope.permissions.canEditSpace;
}

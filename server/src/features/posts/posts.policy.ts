import type { MemberRights, SpaceContext, Viewer } from '#server/platform/access.ts';

/** The author, the owner and admins may delete content. */
export function canDelete(viewer: Viewer, scope: SpaceContext, authorId: string): boolean {
  return viewer.user_id === authorId || scope.permissions.canEditSpace;
}

/** The owner and admins have no hourly limits. */
export function hasWriteLimits({ permissions }: MemberRights): boolean {
  return !permissions.canEditSpace;
}

/** Only the owner and admins may post announcements. */
export function canAnnounce({ permissions }: MemberRights): boolean {
  return permissions.canEditSpace;
}

/** Only the author, the owner and admins may read the edit history. */
export function canReadHistory(viewer: Viewer, scope: SpaceContext, authorId: string): boolean {
  return viewer.user_id === authorId || scope.permissions.canEditSpace;
}

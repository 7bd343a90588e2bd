import type { MemberRights } from '#server/platform/access.ts';

/** Of the members, the owner, admins and the creator of a course may edit it, and see its drafts. */
export function canEditCourse(
  viewerId: string,
  { permissions }: Pick<MemberRights, 'permissions'>,
  course: { user_id: string },
): boolean {
  return permissions.canEditSpace || course.user_id === viewerId;
}

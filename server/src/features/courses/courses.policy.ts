import type { MemberRights } from '#server/platform/access.ts';

/**
 * Of the members, the owner, admins and the creator of a course may edit it, and see its drafts. A creator who loses their role
 * loses that, too.
 */
export function canEditCourse(
  viewerId: string,
  { permissions }: Pick<MemberRights, 'permissions'>,
  course: { editor_id: string | null },
): boolean {
  return permissions.canEditSpace || course.editor_id === viewerId;
}

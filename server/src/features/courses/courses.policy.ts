import type { MemberRights } from '#server/platform/access.ts';

/** Of the members, the owner, admins and the creator of a course may edit it, and see its drafts. */
export function canEditCourse(
  viewerId: string,
  { permissions }: Pick<MemberRights, 'permissions'>,
  course: { user_id: string },
): boolean {
  return permissions.canEditSpace || course.user_id === viewerId;
}

/** Returns completed pages in percent, rounded; 0 for a course without pages. */
export function toProgress(completed: number, pages: number): number {
  return pages === 0 ? 0 : Math.round((100 * completed) / pages);
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import {
  AccessDialog,
  type ItemAccess,
  MemberAccessTable,
  type SupposedMember,
} from '#web/features/access/index.ts';
import type { CourseTree } from '../courses.entity.ts';
import { type CourseItem, memberAccessPages } from './access.api.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { useCourseAccess } from './use-course-access.ts';

interface CourseAccessDialogProps {
  course: Course;
  tree: CourseTree;
  item: CourseItem;
  viewerId: string;
  /** Shows the course as a supposed member sees it. */
  onSeeAs: (member: SupposedMember) => void;
  onClose: () => void;
}

interface Found {
  title: string;
  access: AccessSettings | null;
}

/** What the dialog is about. */
function findItem(course: Course, tree: CourseTree, { kind, id }: CourseItem): Found | undefined {
  if (kind === 'course') return course;
  return (kind === 'folder' ? tree.folders : tree.pages).find((item) => item.id === id);
}

/** Who can open a course, or a folder or page of it. */
export function CourseAccessDialog(props: CourseAccessDialogProps) {
  const { course, tree, item, viewerId, onSeeAs, onClose } = props;
  const found = findItem(course, tree, item);
  const access = useCourseAccess(course, tree, item);
  if (!found) return null;
  return (
    <AccessDialog
      title={found.title}
      access={access}
      settings={found.access}
      viewerId={viewerId}
      members={<Members courseId={course.id} item={item} access={access} />}
      preview={(hasUnsavedRules) => <PreviewPanel {...{ course, tree, hasUnsavedRules, onSeeAs }} />}
      onClose={onClose}
    />
  );
}

function Members({ courseId, item, access }: { courseId: string; item: CourseItem; access: ItemAccess }) {
  return <MemberAccessTable access={access} pages={useInfiniteQuery(memberAccessPages(courseId, item))} />;
}

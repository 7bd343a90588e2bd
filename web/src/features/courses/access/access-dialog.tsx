import type { AccessItem, AccessSettings } from '#contract/features/access/access.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { CourseTree } from '../courses.entity.ts';
import { MemberAccessTable } from './member-access-table.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { RulesForm } from './rules-form.tsx';

interface AccessDialogProps {
  course: Course;
  tree: CourseTree;
  item: AccessItem;
  onClose: () => void;
}

/** What the dialog is about. */
function findItem(course: Course, tree: CourseTree, { kind, id }: AccessItem) {
  if (kind === 'course') return course;
  return (kind === 'folder' ? tree.folders : tree.pages).find((item) => item.id === id);
}

/** Who can open a course, or a folder or page of it: the rules, the members, and what a certain member would see. */
export function AccessDialog({ course, tree, item, onClose }: AccessDialogProps) {
  const found: { title: string; access: AccessSettings | null } | undefined = findItem(course, tree, item);
  if (!found) return null;
  const { title, access } = found;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('Who can open {title}', { title })}
      closeOnOutside={false}
    >
      <Tabs
        label={t('Who can open this')}
        tabs={[
          {
            value: 'rules',
            label: t('Rules'),
            content: <RulesForm course={course} tree={tree} item={item} access={access} onSaved={onClose} />,
          },
          {
            value: 'members',
            label: t('Members'),
            content: <MemberAccessTable course={course} item={item} />,
          },
          { value: 'preview', label: t('See as'), content: <PreviewPanel course={course} tree={tree} /> },
        ]}
      />
    </Dialog>
  );
}

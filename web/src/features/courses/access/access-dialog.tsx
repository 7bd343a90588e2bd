import type { AccessItem, AccessSettings } from '#contract/features/access/access.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { CourseTree } from '../courses.entity.ts';
import { MemberAccessTable } from './member-access-table.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { RulesForm } from './rules-form.tsx';
import type { SupposedMember } from './supposed-member.ts';
import { useRulesDraft } from './use-rules-draft.ts';

interface AccessDialogProps {
  course: Course;
  tree: CourseTree;
  item: AccessItem;
  viewerId: string;
  /** Shows the course as a supposed member sees it. */
  onSeeAs: (member: SupposedMember) => void;
  onClose: () => void;
}

/** What the dialog is about. */
function findItem(course: Course, tree: CourseTree, { kind, id }: AccessItem) {
  if (kind === 'course') return course;
  return (kind === 'folder' ? tree.folders : tree.pages).find((item) => item.id === id);
}

/** Who can open a course, or a folder or page of it: the rules, the members, and what a certain member would see. */
export function AccessDialog(props: AccessDialogProps) {
  const found: Found | undefined = findItem(props.course, props.tree, props.item);
  return found && <ItemDialog {...props} found={found} />;
}

interface Found {
  title: string;
  access: AccessSettings | null;
}

function ItemDialog({
  course,
  tree,
  item,
  viewerId,
  onSeeAs,
  onClose,
  found: { title, access },
}: AccessDialogProps & { found: Found }) {
  const draft = useRulesDraft(viewerId, item, access);
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
            content: <RulesForm course={course} tree={tree} item={item} draft={draft} onSaved={onClose} />,
          },
          {
            value: 'members',
            label: t('Members'),
            content: <MemberAccessTable course={course} item={item} />,
          },
          {
            value: 'preview',
            label: t('See as'),
            content: (
              <PreviewPanel course={course} tree={tree} hasUnsavedRules={!draft.isClean} onSeeAs={onSeeAs} />
            ),
          },
        ]}
      />
    </Dialog>
  );
}

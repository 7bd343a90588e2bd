import '#web/styles/lazy/access.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Eye, Lock as LockIcon } from 'lucide-react';
import { useState } from 'react';
import type { Lock } from '#contract/features/access/access.ts';
import { isPageOpen } from '#contract/features/access/access-items.ts';
import type { Course, CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberFields, type SupposedMember, supposedMember, toLockLine } from '#web/features/access/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { pagesIn } from '../course-tree.ts';
import type { CourseTree } from '../courses.entity.ts';
import { previewQuery } from './access.api.ts';

interface PreviewPanelProps {
  course: Course;
  tree: CourseTree;
  /** Whether rules were changed that aren't saved, which the preview can't contain. */
  hasUnsavedRules: boolean;
  onSeeAs: (member: SupposedMember) => void;
}

/** The course as a certain member would see it: what would be open to them, and what locked. */
export function PreviewPanel({ course, tree, hasUnsavedRules, onSeeAs }: PreviewPanelProps) {
  const [member, setMember] = useState(supposedMember.newest);
  const change = (changes: Partial<SupposedMember>) => setMember({ ...member, ...changes });
  const query = useQuery({ ...previewQuery(course.id, member), placeholderData: keepPreviousData });
  const locked = new Map(query.data?.items.map(({ item, lock }) => [item.id, lock]));
  return (
    <div className="grid grid-cols-1 gap-4">
      <MemberFields member={member} onChange={change} />
      {hasUnsavedRules && (
        <p className="text-sm text-soft" role="status">
          {t("Your unsaved rules aren't included. Save them first.")}
        </p>
      )}
      {query.data ? (
        <Contents course={course} tree={tree} locked={locked} />
      ) : query.isError ? (
        <LoadFailure title={t("Couldn't load the preview")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      ) : (
        <div aria-busy="true">
          {[70, 55, 80].map((width) => (
            <Skeleton key={width} width={`${width}%`} className="my-4" />
          ))}
        </div>
      )}
      <Button
        className="justify-self-start"
        icon={<Eye size={18} aria-hidden="true" />}
        disabled={!query.data}
        onClick={() => onSeeAs(member)}
      >
        {t('Show the course like this')}
      </Button>
    </div>
  );
}

interface ContentsProps {
  course: Course;
  tree: CourseTree;
  locked: Map<string, Lock | null>;
}

function Contents({ course, tree, locked }: ContentsProps) {
  const lockOf = (id: string) => ({ lock: locked.get(id) ?? null });
  const rows = (pages: readonly CoursePageSummary[], folderId: string | null) =>
    pages
      // Drafts aren't in the preview: members don't see them.
      .filter(({ id }) => locked.has(id))
      .map(({ id, title }) => {
        const isOpen = isPageOpen(lockOf(course.id), folderId === null ? null : lockOf(folderId), {
          ...lockOf(id),
          completed_at: null,
        });
        const Icon = isOpen ? Check : LockIcon;
        return (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <Icon size={16} className="flex-none text-faint" aria-hidden="true" />
            <span className={isOpen ? 'min-w-0 wrap-anywhere' : 'min-w-0 text-soft wrap-anywhere'}>
              {title}
            </span>
            <span className="sr-only">{isOpen ? t('Open') : t('Locked')}</span>
            <Reason lock={lockOf(id).lock} />
          </li>
        );
      });
  return (
    <section aria-label={t('What they can open')} className="access-preview">
      <Reason lock={lockOf(course.id).lock} />
      <ul>{rows(pagesIn(tree, null), null)}</ul>
      {tree.folders
        .filter(({ id }) => locked.has(id))
        .map(({ id, title }) => (
          <div key={id} className="mt-3">
            <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold wrap-anywhere">
              {title}
              <Reason lock={lockOf(id).lock} />
            </h3>
            <ul>{rows(pagesIn(tree, id), id)}</ul>
          </div>
        ))}
    </section>
  );
}

/** Why an item itself is locked. */
function Reason({ lock }: { lock: Lock | null }) {
  return lock && <span className="text-sm font-normal text-soft wrap-anywhere">{toLockLine(lock)}</span>;
}

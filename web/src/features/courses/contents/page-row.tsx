import '#web/styles/lazy/classroom.css';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Ellipsis, ListChecks } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCourse } from '../course-context.ts';
import { locksOf } from '../locks/page-locks.ts';
import type { TreeRow } from '../tree/tree-rows.ts';
import { LockMark } from './lock-mark.tsx';
import type { PageMenuProps } from './page-menu.tsx';

/** The keys that move a row of the contents. */
// Not translated: names of keys.
export const moveKeys = 'Alt+ArrowUp Alt+ArrowDown';

const pageMenu = lazyOverlay<PageMenuProps>(async () => (await import('./page-menu.tsx')).PageMenu);

interface PageRowProps {
  row: Extract<TreeRow, { kind: 'page' }>;
  /** Attributes of its element. */
  item: ComponentProps<'li'>;
  canMove: boolean;
}

/** A page in the contents of its course. */
export function PageRow({ row: { page, isFirst, isLast }, item, canMove }: PageRowProps) {
  const { space, course, address, pageId, tree } = useCourse();
  const isLocked = locksOf(course, tree, page).length > 0;
  const isDone = page.completed_at !== null;
  return (
    <li
      {...item}
      className="course-row"
      data-current={page.id === pageId ? '' : undefined}
      data-first={isFirst ? '' : undefined}
      data-last={isLast ? '' : undefined}
    >
      <Link
        to="/$subdomain/space/classroom/$course"
        params={{ subdomain: space.subdomain, course: address }}
        search={{ md: page.id }}
        className="course-link"
        aria-current={page.id === pageId ? 'page' : undefined}
        aria-keyshortcuts={canMove ? moveKeys : undefined}
      >
        <span className={cx('min-w-0 flex-1 wrap-anywhere', isLocked && 'text-soft')}>{page.title}</span>
        {(isLocked || page.access) && <LockMark isLocked={isLocked} />}
        {page.has_quiz && !isDone && !isLocked && (
          <span className="flex-none text-soft">
            <ListChecks size={18} aria-hidden="true" />
            <span className="sr-only">{t('Quiz')}</span>
          </span>
        )}
        {!page.is_published && <Badge>{t('Draft')}</Badge>}
        {isDone && (
          <span className="flex-none text-accent-text">
            <CircleCheck size={18} aria-hidden="true" />
            <span className="sr-only">{t('Done')}</span>
          </span>
        )}
      </Link>
      {course.can_edit && (
        <LazyPopup
          opens="menu"
          popup={pageMenu}
          popupProps={{ page }}
          button={
            <IconButton
              label={t('Options of {title}', { title: page.title })}
              size="sm"
              className="course-more"
            >
              <Ellipsis size={18} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
    </li>
  );
}

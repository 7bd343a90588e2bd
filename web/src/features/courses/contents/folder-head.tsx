import '#web/styles/lazy/classroom.css';
import { ChevronRight, Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCourse } from '../course-context.ts';
import type { TreeRow } from '../tree/tree-rows.ts';
import type { FolderMenuProps } from './folder-menu.tsx';
import { LockMark } from './lock-mark.tsx';
import { moveKeys } from './page-row.tsx';

const folderMenu = lazyOverlay<FolderMenuProps>(async () => (await import('./folder-menu.tsx')).FolderMenu);

interface FolderHeadProps {
  row: Extract<TreeRow, { kind: 'folder' }>;
  /** Attributes of its element. */
  item: ComponentProps<'li'>;
  canMove: boolean;
  onToggle: () => void;
}

/** Titles that say nothing about a folder. Phones don't show them to readers. */
const plainTitles = ['pages', 'lessons'];

/** The heading of a folder, which shows or hides its pages. */
export function FolderHead({ row: { folder, count, isOpen }, item, canMove, onToggle }: FolderHeadProps) {
  const { course } = useCourse();
  const isPlain = plainTitles.includes(folder.title.trim().toLowerCase());
  return (
    <li {...item} className="course-folder" data-plain={isPlain ? '' : undefined}>
      <h2 className="min-w-0 flex-1">
        <button
          type="button"
          className="course-folder-button"
          aria-expanded={isOpen}
          aria-keyshortcuts={canMove ? moveKeys : undefined}
          onClick={onToggle}
        >
          <ChevronRight size={16} className="course-arrow" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{folder.title}</span>
          <span className="font-normal text-faint tabular-nums" aria-hidden="true">
            {count}
          </span>
          <span className="sr-only">{t('{count, plural, one {# page} other {# pages}}', { count })}</span>
          {(folder.lock || folder.access) && <LockMark isLocked={folder.lock !== null} />}
          {!folder.is_published && <Badge>{t('Draft')}</Badge>}
        </button>
      </h2>
      {course.can_edit && (
        <LazyPopup
          opens="menu"
          popup={folderMenu}
          popupProps={{ folder }}
          button={
            <IconButton label={t('Options of {title}', { title: folder.title })} size="sm">
              <Ellipsis size={18} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
    </li>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  ChartNoAxesColumn,
  Copy,
  Eye,
  EyeOff,
  FolderInput,
  History,
  ListChecks,
  LockKeyhole,
  Pencil,
  Trash2,
} from 'lucide-react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';
import { pagesIn, stepFrom } from '../course-tree.ts';
import { movePageTo } from '../writing/move-items.ts';
import { duplicatePage } from '../writing/page-actions.ts';

export interface PageMenuProps {
  page: CoursePageSummary;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** What editors can do with a page. */
export function PageMenu({ page, ...popup }: PopupProps & PageMenuProps) {
  const client = useQueryClient();
  const { tree, openDialog, editPage } = useCourse();
  const siblings = pagesIn(tree, page.folder_id);
  const up = stepFrom(siblings, page.id, 'up');
  const down = stepFrom(siblings, page.id, 'down');
  const move = (after: string | null | undefined) =>
    after !== undefined && void movePageTo(client, tree.id, page, page.folder_id, after);
  return (
    <Menu {...popup}>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => editPage(page)}>
        {t('Edit page')}
      </MenuItem>
      <MenuItem icon={<ListChecks {...icon} />} onSelect={() => openDialog({ kind: 'quiz', page })}>
        {page.has_quiz ? t('Edit quiz') : t('Add quiz')}
      </MenuItem>
      {page.has_quiz && (
        <MenuItem
          icon={<ChartNoAxesColumn {...icon} />}
          onSelect={() => openDialog({ kind: 'quiz-results', page })}
        >
          {t('Quiz results')}
        </MenuItem>
      )}
      <MenuItem
        icon={page.is_published ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onSelect={() => openDialog({ kind: 'publish-page', page })}
      >
        {page.is_published ? t('Revert to draft') : t('Publish page')}
      </MenuItem>
      <MenuItem
        icon={<LockKeyhole {...icon} />}
        onSelect={() => openDialog({ kind: 'access', item: { kind: 'page', id: page.id } })}
      >
        {t('Who can open this')}
      </MenuItem>
      <MenuItem icon={<ArrowUp {...icon} />} disabled={up === undefined} onSelect={() => move(up)}>
        {t('Move up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown {...icon} />} disabled={down === undefined} onSelect={() => move(down)}>
        {t('Move down')}
      </MenuItem>
      <MenuItem icon={<FolderInput {...icon} />} onSelect={() => openDialog({ kind: 'change-folder', page })}>
        {t('Change folder')}
      </MenuItem>
      <MenuItem icon={<Copy {...icon} />} onSelect={() => void duplicatePage(client, tree.id, page)}>
        {t('Duplicate page')}
      </MenuItem>
      {page.revision > 1 && (
        <MenuItem icon={<History {...icon} />} onSelect={() => openDialog({ kind: 'page-history', page })}>
          {t('Page history')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 {...icon} />} danger onSelect={() => openDialog({ kind: 'delete-page', page })}>
        {t('Delete page')}
      </MenuItem>
    </Menu>
  );
}

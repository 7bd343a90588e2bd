import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Eye, EyeOff, LockKeyhole, Pencil, Plus, Trash2 } from 'lucide-react';
import type { CourseFolder } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';
import { stepFrom } from '../course-tree.ts';
import { publishFolder } from '../writing/folder-actions.ts';
import { moveFolderTo } from '../writing/move-items.ts';

export interface FolderMenuProps {
  folder: CourseFolder;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** What editors can do with a folder. */
export function FolderMenu({ folder, ...popup }: PopupProps & FolderMenuProps) {
  const client = useQueryClient();
  const { tree, openDialog, newPage } = useCourse();
  const up = stepFrom(tree.folders, folder.id, 'up');
  const down = stepFrom(tree.folders, folder.id, 'down');
  const move = (after: string | null | undefined) =>
    after !== undefined && void moveFolderTo(client, tree.id, folder, after);
  return (
    <Menu {...popup}>
      <MenuItem icon={<Plus {...icon} />} onSelect={() => newPage(folder.id)}>
        {t('Add page')}
      </MenuItem>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => openDialog({ kind: 'rename-folder', folder })}>
        {t('Rename folder')}
      </MenuItem>
      <MenuItem
        icon={folder.is_published ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onSelect={() => void publishFolder(client, tree.id, folder, !folder.is_published)}
      >
        {folder.is_published ? t('Revert to draft') : t('Publish folder')}
      </MenuItem>
      <MenuItem
        icon={<LockKeyhole {...icon} />}
        onSelect={() => openDialog({ kind: 'access', item: { kind: 'folder', id: folder.id } })}
      >
        {t('Who can open this')}
      </MenuItem>
      <MenuItem icon={<ArrowUp {...icon} />} disabled={up === undefined} onSelect={() => move(up)}>
        {t('Move up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown {...icon} />} disabled={down === undefined} onSelect={() => move(down)}>
        {t('Move down')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 {...icon} />}
        danger
        onSelect={() => openDialog({ kind: 'delete-folder', folder })}
      >
        {t('Delete folder')}
      </MenuItem>
    </Menu>
  );
}

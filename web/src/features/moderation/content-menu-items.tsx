import { EyeOff, Flag, Trash2 } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';

interface ContentMenuItemsProps {
  space: Space;
  /** Whether the viewer wrote the content. */
  isOwn: boolean;
  labels: { delete: string; remove: string };
  onOpen: (dialog: 'report' | 'delete' | 'remove') => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** The last items in the menu of a post or comment: its author deletes it, members report it, and moderators remove it. */
export function ContentMenuItems({ space, isOwn, labels, onOpen }: ContentMenuItemsProps) {
  if (isOwn)
    return (
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => onOpen('delete')}>
        {labels.delete}
      </MenuItem>
    );
  return (
    <>
      {space.membership && (
        <MenuItem icon={<Flag {...icon} />} onSelect={() => onOpen('report')}>
          {t('Report')}
        </MenuItem>
      )}
      {space.permissions.canEditSpace && (
        <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => onOpen('remove')}>
          {labels.remove}
        </MenuItem>
      )}
    </>
  );
}

import { History, Pencil } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { startEditing } from '../editing/edit-post-state.ts';

interface PostEditItemsProps {
  postId: string;
  space: Space;
  onHistory: () => void;
}

/** Post menu items: edit for the author, edit history for the author and moderators. */
export function PostEditItems({ postId, space, onHistory }: PostEditItemsProps) {
  const viewer = useViewer();
  const post = useEntity('post', postId);
  if (!viewer || !post || space.membership === null) return null;
  const isAuthor = viewer.id === post.user_id;
  return (
    <>
      {isAuthor && (
        <MenuItem icon={<Pencil size={18} aria-hidden="true" />} onSelect={() => startEditing(postId)}>
          {t('Edit post')}
        </MenuItem>
      )}
      {post.revision > 1 && (isAuthor || space.permissions.canEditSpace) && (
        <MenuItem icon={<History size={18} aria-hidden="true" />} onSelect={onHistory}>
          {t('Edit history')}
        </MenuItem>
      )}
    </>
  );
}

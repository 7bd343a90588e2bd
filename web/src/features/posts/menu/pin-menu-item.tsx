import { Pin, PinOff } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { usePinPost } from './use-pin-post.ts';

/** Menu item for moderators that pins or unpins a post. */
export function PinMenuItem({ postId }: { postId: string }) {
  const isPinned = useEntity('post', postId)?.pinned_at != null;
  const pin = usePinPost();
  return (
    <MenuItem
      icon={isPinned ? <PinOff size={18} aria-hidden="true" /> : <Pin size={18} aria-hidden="true" />}
      onSelect={() => pin.mutate({ post_id: postId, pinned: !isPinned })}
    >
      {isPinned ? t('Unpin') : t('Pin to top')}
    </MenuItem>
  );
}

import { Bell, BellOff } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { usePostMute, useSetPostMute } from './post-mute.ts';

interface MutePostMenuItemProps {
  postId: string;
  /** Whether the menu is open. */
  isOpen: boolean;
  /** Asks for how long. */
  onMute: () => void;
}

/** The item of a post's menu that mutes or unmutes it. */
export function MutePostMenuItem({ postId, isOpen, onMute }: MutePostMenuItemProps) {
  const mute = usePostMute(postId, isOpen);
  const set = useSetPostMute(postId);
  const icon = { size: 18, 'aria-hidden': true } as const;
  return mute ? (
    <MenuItem icon={<Bell {...icon} />} onSelect={() => set.mutate(null)}>
      {t('Unmute post')}
    </MenuItem>
  ) : (
    <MenuItem icon={<BellOff {...icon} />} onSelect={onMute}>
      {t('Mute post')}
    </MenuItem>
  );
}

import { lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { EmojiMenuProps } from './emoji-menu.tsx';

/** A choice of emoji; its code is loaded on first use. */
export const emojiMenu = lazyOverlay<EmojiMenuProps>(
  async () => (await import('./emoji-menu.tsx')).EmojiMenu,
);

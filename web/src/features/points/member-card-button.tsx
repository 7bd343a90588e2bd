import type { ReactNode } from 'react';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { cx } from '#web/ui/cx.ts';
import type { MemberCardProps } from './member-card.tsx';

const card = lazyOverlay<MemberCardProps>(async () => (await import('./member-card.tsx')).MemberCardPopover);

interface MemberCardButtonProps extends MemberCardProps {
  /** What the button shows. Default: the name. */
  children?: ReactNode;
  className?: string;
}

/** A member's name as a button that opens their card. Works above the link of an interactive `Card`, and in sentences. */
export function MemberCardButton({ children, className, ...props }: MemberCardButtonProps) {
  return (
    <LazyPopup
      popup={card}
      popupProps={props}
      isPreloaded
      button={
        <button type="button" className={cx('name-button', className)}>
          {children ?? props.name}
        </button>
      }
    />
  );
}

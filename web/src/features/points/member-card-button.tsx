import type { ReactNode } from 'react';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { MemberCardProps } from './member-card.tsx';

const card = lazyOverlay<MemberCardProps>(async () => (await import('./member-card.tsx')).MemberCardPopover);

/** A member's name as a button that opens their card. */
export function MemberCardButton({ children, ...props }: MemberCardProps & { children: ReactNode }) {
  return (
    <LazyPopup
      popup={card}
      popupProps={props}
      button={
        <button type="button" className="name-button">
          {children}
        </button>
      }
    />
  );
}

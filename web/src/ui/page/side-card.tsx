import { type ReactNode, useId } from 'react';
import { Card } from '../card.tsx';

interface SideCardProps {
  title: string;
  /** A number after the title. */
  count?: ReactNode;
  children: ReactNode;
  /** A link below the content. */
  footer?: ReactNode;
}

/** A card with a heading in the second column of a page. */
export function SideCard({ title, count, children, footer }: SideCardProps) {
  const id = useId();
  return (
    <Card flush render={<section aria-labelledby={id} />} className="side-card">
      <h2 id={id} className="side-title">
        {title} {count !== undefined && <span className="text-faint tabular-nums">{count}</span>}
      </h2>
      {children}
      {footer && <div className="side-footer">{footer}</div>}
    </Card>
  );
}

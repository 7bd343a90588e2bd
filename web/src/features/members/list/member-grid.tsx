import type { ComponentProps } from 'react';
import { Card } from '#web/ui/card.tsx';

/** Rows of members in a card: two columns on wide screens, which are read row by row. */
export function MemberGrid(props: ComponentProps<'ul'>) {
  return (
    <Card flush className="overflow-hidden">
      <ul
        className="-mt-px grid grid-cols-1 lg:grid-cols-2 [&>li]:min-h-16 [&>li]:border-t [&>li]:border-line lg:[&>li:nth-child(odd)]:border-r"
        {...props}
      />
    </Card>
  );
}

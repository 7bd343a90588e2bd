import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link from a text about a level to the leaderboard, which shows how far it is. */
export function LevelLink({ subdomain, children }: { subdomain: string; children: ReactNode }) {
  return (
    <Link className="link hit" data-variant="text" to="/$subdomain/space/leaderboard" params={{ subdomain }}>
      {children}
    </Link>
  );
}

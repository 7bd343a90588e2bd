import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { Space } from '#contract/spaces.ts';
import { Badge } from '#web/ui/badge.tsx';
import { openCasesQuery } from './moderation.api.ts';

/** A link to the moderation page with the number of open cases; only for moderators. */
export function ModerationLink({ space }: { space: Space }) {
  const count = useQuery(openCasesQuery(space.id)).data?.open_count ?? 0;
  const copy = count === 1 ? '1 open report' : `${count} open reports`;
  return (
    <Link
      to="/$subdomain/space/moderation"
      params={{ subdomain: space.subdomain }}
      className="btn"
      data-variant="quiet"
      data-size="sm"
      aria-label={count > 0 ? `Moderation, ${copy}` : 'Moderation'}
    >
      <ShieldAlert size={18} aria-hidden="true" />
      <span className="max-sm:hidden" aria-hidden="true">
        Moderation
      </span>
      {count > 0 && (
        <Badge tone="accent" solid aria-hidden="true">
          {count}
        </Badge>
      )}
    </Link>
  );
}

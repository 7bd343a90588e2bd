import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { Badge } from '#web/ui/badge.tsx';
import { openCasesQuery } from './moderation.api.ts';

/** A link to the moderation page with the number of open cases; only for moderators. */
export function ModerationLink({ space }: { space: Space }) {
  const count = useQuery(openCasesQuery(space.id)).data?.open_count ?? 0;
  const copy = count === 1 ? t('1 open report') : t('{count} open reports', { count });
  return (
    <Link
      to="/$subdomain/space/moderation"
      params={{ subdomain: space.subdomain }}
      className="btn"
      data-variant="quiet"
      data-size="sm"
      aria-label={count > 0 ? t('Moderation, {copy}', { copy }) : t('Moderation')}
    >
      <ShieldAlert size={18} aria-hidden="true" />
      <span className="max-sm:hidden" aria-hidden="true">
        {t('Moderation')}
      </span>
      {count > 0 && (
        <Badge tone="accent" solid aria-hidden="true">
          {count}
        </Badge>
      )}
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { Badge } from '#web/ui/badge.tsx';
import { openCasesQuery } from './moderation.api.ts';

/** A link to the moderation page with the number of open cases; only for moderators. */
export function ModerationLink({ space }: { space: Space }) {
  const count = useQuery(openCasesQuery(space.id)).data?.open_count ?? 0;
  return (
    <Link
      to="/$subdomain/space/moderation"
      params={{ subdomain: space.subdomain }}
      className="btn"
      data-variant="quiet"
      data-size="sm"
      aria-label={
        count > 0
          ? t('Moderation, {count, plural, one {# open report} other {# open reports}}', { count })
          : t('Moderation')
      }
    >
      <ShieldAlert size={18} aria-hidden="true" />
      <span className="max-sm:hidden" aria-hidden="true">
        {t('Moderation')}
      </span>
      {count > 0 && (
        <Badge tone="accent" solid aria-hidden="true">
          {formatNumber(count)}
        </Badge>
      )}
    </Link>
  );
}

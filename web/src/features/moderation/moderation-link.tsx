import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { openCasesQuery } from './moderation.api.ts';

/** A link to the moderation page with the number of open cases; only for moderators. */
export function ModerationLink({ space }: { space: Space }) {
  const count = useQuery(openCasesQuery(space.id)).data?.open_count ?? 0;
  const label =
    count > 0
      ? t('Moderation, {count, plural, one {# open report} other {# open reports}}', { count })
      : t('Moderation');
  return (
    <IconButton
      label={label}
      render={<Link to="/$subdomain/space/moderation" params={{ subdomain: space.subdomain }} />}
    >
      <span className="relative flex">
        <ShieldAlert size={20} aria-hidden="true" />
        {count > 0 && (
          <span className="unread-badge" aria-hidden="true">
            {formatNumber(count)}
          </span>
        )}
      </span>
    </IconButton>
  );
}

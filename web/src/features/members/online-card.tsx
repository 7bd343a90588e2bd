import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import type { SpacePerson } from '#contract/users.ts';
import { maxOnlineCount } from '#contract/values/limits.ts';
import { MemberCardButton } from '#web/features/points/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SideCard } from '#web/ui/page/side-card.tsx';
import { useOnlineMembers, useOnlineNumber } from './use-online-members.ts';

/** The members who are online. Nothing if there are none. */
export function OnlineCard({ space }: { space: Space }) {
  const members = useOnlineMembers(space.id);
  const { count = 0 } = useOnlineNumber(space.id);
  if (members.length === 0) return null;
  const number = formatNumber(count);
  const more = Math.max(count - members.length, 0);
  return (
    <SideCard title={t('Online now')} count={count >= maxOnlineCount ? `${number}+` : number}>
      <ul className="flex flex-wrap items-center gap-2">
        {members.map((person) => (
          <OnlineFace key={person.id} person={person} spaceId={space.id} />
        ))}
        {more > 0 && (
          <li>
            <Link
              to="/$subdomain/space/members"
              params={{ subdomain: space.subdomain }}
              search={{ sort: 'online' }}
              className="text-sm font-semibold text-soft hover:underline"
              aria-label={t('{count, plural, other {# more members online}}', { count: more })}
            >
              +{formatNumber(more)}
            </Link>
          </li>
        )}
      </ul>
    </SideCard>
  );
}

function OnlineFace({ person, spaceId }: { person: SpacePerson; spaceId: string }) {
  return (
    <li className="flex">
      <MemberCardButton spaceId={spaceId} userId={person.id} name={person.full_name}>
        <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />
        <span className="sr-only">{person.full_name}</span>
      </MemberCardButton>
    </li>
  );
}

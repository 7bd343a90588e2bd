import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { SideCard } from '#web/ui/page/side-card.tsx';

const roleNames = { owner: msg('Owner'), admin: msg('Admin') };

/** What moderators decide by, and who else decides: the rules of the space, its owner and admins. */
export function ModerationAside({ space }: { space: Space }) {
  const rules = space.rules_list ?? [];
  return (
    <>
      <SideCard
        title={t('Rules')}
        footer={
          <Link to="/$subdomain/about" params={{ subdomain: space.subdomain }} search={{ edit: 'rules' }}>
            {rules.length > 0 ? t('Edit rules') : t('Add rules')}
          </Link>
        }
      >
        {rules.length > 0 ? (
          <ol className="flex list-decimal flex-col gap-2 pl-5 text-sm text-soft">
            {rules.map(({ id, text }) => (
              <li key={id} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-sm text-soft">{t('Members can choose a rule when they report something.')}</p>
        )}
      </SideCard>
      <SideCard title={t('Owner and admins')}>
        <ul>
          {space.staff.map(({ role, user }) => (
            <li key={user.id} className="side-row">
              <MemberLine person={user} spaceId={space.id} size="sm" className="min-w-0 flex-1" />
              <span className="flex-none text-faint">{t(roleNames[role])}</span>
            </li>
          ))}
        </ul>
      </SideCard>
    </>
  );
}

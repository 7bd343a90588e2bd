import '#web/styles/lazy/preferences.css';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { LeaveButton } from './leave-button.tsx';

type Role = NonNullable<Space['membership']>['role'];
const roleNames: Record<Role, Message> = { owner: msg('Owner'), admin: msg('Admin'), member: msg('Member') };

/** What the viewer's membership is, and the way out of it. */
export function MyMembership({ space }: { space: Space }) {
  if (!space.membership) return null;
  const { role, joined_at } = space.membership;
  return (
    <div className="grid gap-5">
      <dl className="fact-list">
        <Fact label={t('Role')}>{t(roleNames[role])}</Fact>
        <Fact label={t('Member since')}>
          <time dateTime={joined_at}>
            {dateTimeFormat({ dateStyle: 'long' }).format(Date.parse(joined_at))}
          </time>
        </Fact>
        <Fact label={t('Access')}>
          {space.is_private ? t('Private space: members only') : t('Public space: anyone can read')}
        </Fact>
      </dl>
      {space.permissions.isOwner ? (
        <p className="text-sm text-soft">
          {t("You own this space. To leave it, transfer it to another member first, from the members' list.")}
        </p>
      ) : (
        <div className="border-t border-line pt-5">
          <LeaveButton space={space} />
        </div>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditLogEntry } from '#contract/features/audit/audit.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberCardButton } from '#web/features/points/index.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { auditLogText } from './audit-log-messages.ts';
import { ContextLink } from './context-link.tsx';
import { auditLogPages } from './moderation.api.ts';
import { QueuePages } from './queue-pages.tsx';

/** All actions that moderators took in the space. */
export function AuditLogList({ space }: { space: Space }) {
  const pages = useInfiniteQuery(auditLogPages(space.id));
  const actions = pages.data?.pages.flatMap((page) => page.actions) ?? [];
  return (
    <QueuePages
      pages={pages}
      count={actions.length}
      empty={
        <EmptyState title={t('No entries yet')}>
          {t('Removals, bans, role changes and settings are recorded here.')}
        </EmptyState>
      }
    >
      <Card flush>
        <ol className="divide-y divide-line">
          {actions.map((action) => (
            <AuditLogItem key={action.id} action={action} space={space} />
          ))}
        </ol>
      </Card>
    </QueuePages>
  );
}

function AuditLogItem({ action, space }: { action: AuditLogEntry; space: Space }) {
  const { actor, target, post, details } = action;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar id={actor?.id ?? ''} name={actor?.full_name} src={actor?.avatar_url} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {auditLogText(action, {
            actor: (name) => <PersonName person={actor} name={name} spaceId={space.id} />,
            target: (name) => <PersonName person={target} name={name} spaceId={space.id} />,
          })}
        </p>
        {post && (
          <p className="truncate text-sm">
            <ContextLink
              subdomain={space.subdomain}
              post={post}
              commentId={action.comment_id}
              className="link"
              data-variant="text"
            >
              {post.title}
            </ContextLink>
          </p>
        )}
        {details.reason && <p className="text-sm wrap-anywhere text-soft">{details.reason}</p>}
      </div>
      <RelativeTime at={action.created_at} className="flex-none text-sm text-faint" />
    </li>
  );
}

interface PersonNameProps {
  person: AuditLogEntry['actor'];
  name: ReactNode;
  spaceId: string;
}

/** A name that opens the member card, if the account still exists. */
function PersonName({ person, name, spaceId }: PersonNameProps) {
  if (!person) return name;
  return (
    <MemberCardButton spaceId={spaceId} userId={person.id} name={person.full_name}>
      {name}
    </MemberCardButton>
  );
}

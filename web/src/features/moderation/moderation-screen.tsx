import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { AuditLogList } from './audit-log-list.tsx';
import { CaseCard } from './case-card.tsx';
import { type CaseStatus, casePages, openCasesQuery } from './moderation.api.ts';
import { QueuePages } from './queue-pages.tsx';
import { useResolveCase } from './use-resolve-case.ts';

export type ModerationView = CaseStatus | 'log';

/** Reported content and the audit log of a space; only for moderators. */
export function ModerationScreen({ space, view }: { space: Space; view: ModerationView }) {
  const count = useQuery(openCasesQuery(space.id)).data?.open_count ?? 0;
  const tabs: { view: ModerationView; to: string; label: ReactNode }[] = [
    {
      view: 'open',
      to: '/$subdomain/space/moderation',
      label: (
        <span className="inline-flex items-center gap-2">
          {t('Reports')}
          {count > 0 && (
            <Badge tone="accent" solid>
              {tRich('{count, number} <hidden>waiting</hidden>', {
                count,
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </Badge>
          )}
        </span>
      ),
    },
    { view: 'resolved', to: '/$subdomain/space/moderation', label: t('Resolved') },
    { view: 'log', to: '/$subdomain/space/moderation/log', label: t('Log') },
  ];
  return (
    <>
      <h1 className="text-xl">{t('Moderation')}</h1>
      <p className="mb-4 text-soft">{t('Only the owner and the admins see this.')}</p>
      <nav aria-label={t('Moderation')} className="tabs mb-4">
        {tabs.map((tab) => (
          <Link
            key={tab.view}
            to={tab.to as '/$subdomain/space/moderation'}
            params={{ subdomain: space.subdomain }}
            search={tab.view === 'resolved' ? { show: 'resolved' } : {}}
            replace
            resetScroll={false}
            className="tab inline-flex items-center"
            activeProps={{}}
            aria-current={tab.view === view ? 'page' : undefined}
            data-active={tab.view === view ? '' : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      {view === 'log' ? <AuditLogList space={space} /> : <CaseList key={view} space={space} status={view} />}
    </>
  );
}

function CaseList({ space, status }: { space: Space; status: CaseStatus }) {
  const pages = useInfiniteQuery(casePages(space.id, status));
  const cases = pages.data?.pages.flatMap((page) => page.cases) ?? [];
  const resolve = useResolveCase(space.id);
  return (
    <QueuePages
      pages={pages}
      count={cases.length}
      empty={
        <EmptyState
          icon={<ShieldCheck size={26} aria-hidden="true" />}
          title={status === 'open' ? t('No open reports') : t('No resolved reports yet')}
        >
          {status === 'open'
            ? t('Reports from members will show up here.')
            : t('Resolved reports stay here, with the decision and the reason.')}
        </EmptyState>
      }
    >
      <ul className="flex flex-col gap-3">
        {cases.map((item) => (
          <li key={item.id}>
            <CaseCard
              item={item}
              space={space}
              isResolving={resolve.isPending && resolve.variables.item.id === item.id}
              onResolve={async (decision) => {
                await resolve.mutateAsync(decision);
              }}
            />
          </li>
        ))}
      </ul>
    </QueuePages>
  );
}

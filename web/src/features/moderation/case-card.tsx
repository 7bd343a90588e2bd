import { useState } from 'react';
import type { CaseOutcome, ModerationCase } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberCardButton, MemberLine } from '#web/features/points/index.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { outcomeText, reasonText, suggestReason } from './case-messages.ts';
import { ContextLink } from './context-link.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export type ResolveCase = (decision: {
  item: ModerationCase;
  outcome: CaseOutcome;
  reason?: string;
}) => Promise<void>;

interface CaseCardProps {
  item: ModerationCase;
  space: Space;
  isResolving: boolean;
  onResolve: ResolveCase;
}

/** Reported content with its text, who reported it and why, and the available actions. */
export function CaseCard({ item, space, isResolving, onResolve }: CaseCardProps) {
  const { author } = item;
  const more = item.report_count - item.reports.length;
  return (
    <Card
      render={<article aria-label={t('Report about {name}', { name: author.full_name })} />}
      className="flex flex-col gap-4"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <MemberLine person={author} spaceId={space.id} className="flex-1 basis-40">
          <p className="text-sm text-soft">
            <CaseSubject item={item} space={space} />
          </p>
        </MemberLine>
        {item.outcome && (
          <Badge tone={item.outcome === 'dismissed' ? 'neutral' : 'danger'}>{outcomeText(item)}</Badge>
        )}
      </header>
      <CaseContent item={item} />
      <ul className="flex flex-col gap-2 text-sm" aria-label={t('Reports')}>
        {item.reports.map((report) => (
          <li key={report.id}>
            <p className="text-soft">
              <span className="font-medium text-ink wrap-anywhere">{reasonText(report)}</span> ·{' '}
              {report.reporter ? (
                <MemberCardButton
                  spaceId={space.id}
                  userId={report.reporter.id}
                  name={report.reporter.full_name}
                />
              ) : (
                t('Name hidden')
              )}{' '}
              · <RelativeTime at={report.created_at} />
            </p>
            {report.note && <p className="wrap-anywhere whitespace-pre-line text-soft">{report.note}</p>}
          </li>
        ))}
        {more > 0 && <li className="text-soft">{t('and {count, number} more', { count: more })}</li>}
      </ul>
      {item.resolved_at ? (
        <p className="text-sm text-soft">
          {item.resolved_by
            ? t('Resolved by {name}', { name: item.resolved_by.full_name })
            : t('Resolved by someone')}{' '}
          · <RelativeTime at={item.resolved_at} />
          {item.outcome_reason && <span className="block wrap-anywhere">“{item.outcome_reason}”</span>}
        </p>
      ) : (
        <CaseActions {...{ item, space, isResolving, onResolve }} />
      )}
    </Card>
  );
}

function CaseSubject({ item, space }: Pick<CaseCardProps, 'item' | 'space'>) {
  const { kind, post } = item;
  if (!post) return t('A member of this space');
  return tRich(
    '{kind, select, comment {Comment on <link>{title}</link>} other {Post <link>{title}</link>}}',
    {
      kind,
      title: post.title,
      link: (title) => (
        <ContextLink
          subdomain={space.subdomain}
          post={post}
          commentId={kind === 'comment' ? item.target_id : null}
          className="link wrap-anywhere"
          data-variant="text"
        >
          {title}
        </ContextLink>
      ),
    },
  );
}

function CaseContent({ item }: Pick<CaseCardProps, 'item'>) {
  if (item.kind === 'member') return null;
  const { deleted_at } = item;
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken px-4 py-3">
      {item.excerpt && <p className="wrap-anywhere">{item.excerpt}</p>}
      {item.body && <RichTextView html={item.body} size="compact" />}
      {item.images.length > 0 && (
        <div className="max-w-80">
          <ImageGrid images={item.images} />
        </div>
      )}
      {item.files.length > 0 && <FileList files={item.files} />}
      {deleted_at && !item.resolved_at && (
        <p className="text-sm text-faint">
          {tRich('Deleted by the author <time></time>.', {
            time: () => <RelativeTime at={deleted_at} long />,
          })}
        </p>
      )}
    </div>
  );
}

function CaseActions({ item, space, isResolving, onResolve }: CaseCardProps) {
  const [requested, setRequested] = useState<'removed' | 'banned' | null>(null);
  const { kind } = item;
  const name = item.author.full_name;
  if (!item.permissions.can_resolve) {
    return <p className="text-sm text-soft">{t('Only another moderator can decide this.')}</p>;
  }
  const isContent = kind !== 'member';
  const removeLabel = t('{kind, select, post {Remove post} other {Remove comment}}', { kind });
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        loading={isResolving}
        onClick={() => void onResolve({ item, outcome: 'dismissed' }).catch(() => {})}
      >
        {t('Dismiss')}
      </Button>
      {isContent && (
        <Button variant="danger" onClick={() => setRequested('removed')}>
          {removeLabel}
        </Button>
      )}
      {item.permissions.can_ban && (
        <Button variant="danger" onClick={() => setRequested('banned')}>
          {isContent ? t('Remove and ban') : t('Ban')}
        </Button>
      )}
      {requested && (
        <ReasonDialog
          title={
            requested === 'banned'
              ? t('Ban {name}?', { name })
              : t('{kind, select, post {Remove this post?} other {Remove this comment?}}', { kind })
          }
          description={
            requested === 'banned'
              ? t(
                  "{kind, select, post {{name} loses access to {space} right away and can't rejoin until unbanned. The post will be removed too.} comment {{name} loses access to {space} right away and can't rejoin until unbanned. The comment will be removed too.} other {{name} loses access to {space} right away and can't rejoin until unbanned.}}",
                  { kind, name, space: space.name },
                )
              : t('It will be hidden from everyone. {name} will see your reason.', { name })
          }
          submitLabel={requested === 'banned' ? t('Ban') : removeLabel}
          suggestion={suggestReason(item)}
          onSubmit={(reason) => onResolve({ item, outcome: requested, reason })}
          onOpenChange={(open) => !open && setRequested(null)}
        />
      )}
    </div>
  );
}

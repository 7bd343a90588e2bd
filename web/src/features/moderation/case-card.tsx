import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { CaseOutcome, ModerationCase } from '#contract/moderation.ts';
import type { Space } from '#contract/spaces.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RichTextView } from '#web/ui/rich-text-view.tsx';
import { outcomeText, reasonText, suggestReason } from './case-messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export type Decide = (decision: {
  item: ModerationCase;
  outcome: CaseOutcome;
  reason?: string;
}) => Promise<void>;

interface CaseCardProps {
  item: ModerationCase;
  space: Space;
  isDeciding: boolean;
  onDecide: Decide;
}

/** Reported content with its text, who reported it and why, and the available actions. */
export function CaseCard({ item, space, isDeciding, onDecide }: CaseCardProps) {
  const { author } = item;
  const more = item.report_count - item.reports.length;
  return (
    <Card
      render={<article aria-label={t('Report about {full_name}', { full_name: author.full_name })} />}
      className="flex flex-col gap-4"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Avatar id={author.id} name={author.full_name} src={author.avatar_url} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-semibold">{author.full_name}</p>
          <p className="text-sm text-soft">
            <CaseSubject item={item} space={space} />
          </p>
        </div>
        {item.outcome && (
          <Badge tone={item.outcome === 'dismissed' ? 'neutral' : 'danger'}>{outcomeText(item)}</Badge>
        )}
      </header>
      <CaseContent item={item} />
      <ul className="flex flex-col gap-2 text-sm" aria-label={t('Reports')}>
        {item.reports.map((report) => (
          <li key={report.id}>
            <span className="font-medium wrap-anywhere">{reasonText(report)}</span>
            <span className="text-soft">
              {' '}
              · {report.reporter?.full_name ?? t('Name hidden')} · <RelativeTime at={report.created_at} />
            </span>
            {report.note && <p className="wrap-anywhere whitespace-pre-line text-soft">{report.note}</p>}
          </li>
        ))}
        {more > 0 && <li className="text-soft">and {more} more</li>}
      </ul>
      {item.resolved_at ? (
        <p className="text-sm text-soft">
          Resolved by {item.handled_by?.full_name ?? 'someone'} · <RelativeTime at={item.resolved_at} />
          {item.outcome_reason && <span className="block wrap-anywhere">“{item.outcome_reason}”</span>}
        </p>
      ) : (
        <CaseActions {...{ item, space, isDeciding, onDecide }} />
      )}
    </Card>
  );
}

function CaseSubject({ item, space }: Pick<CaseCardProps, 'item' | 'space'>) {
  const { kind, post } = item;
  if (!post) return t('A member of this space');
  const link = (
    <Link
      to="/$subdomain/post/$postSlug"
      params={{ subdomain: space.subdomain, postSlug: post.slug }}
      search={kind === 'comment' ? { highlight_comment: item.target_id } : {}}
      className="link wrap-anywhere"
      data-variant="text"
    >
      {post.title}
    </Link>
  );
  return kind === 'comment' ? <>Comment on {link}</> : <>Post {link}</>;
}

function CaseContent({ item }: Pick<CaseCardProps, 'item'>) {
  if (item.kind === 'member') return null;
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
      {item.deleted_at && !item.resolved_at && (
        <p className="text-sm text-faint">
          Deleted by the author <RelativeTime at={item.deleted_at} />.
        </p>
      )}
    </div>
  );
}

function CaseActions({ item, space, isDeciding, onDecide }: CaseCardProps) {
  const [requested, setRequested] = useState<'removed' | 'banned' | null>(null);
  const { full_name } = item.author;
  if (!item.permissions.can_decide) {
    return <p className="text-sm text-soft">{t('Only another moderator can decide this.')}</p>;
  }
  const isContent = item.kind !== 'member';
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        loading={isDeciding}
        onClick={() => void onDecide({ item, outcome: 'dismissed' }).catch(() => {})}
      >
        {t('Dismiss')}
      </Button>
      {isContent && (
        <Button size="sm" variant="danger" onClick={() => setRequested('removed')}>
          Remove {item.kind}
        </Button>
      )}
      {item.permissions.can_ban && (
        <Button size="sm" variant={isContent ? 'secondary' : 'danger'} onClick={() => setRequested('banned')}>
          {isContent ? t('Remove and ban') : t('Ban')}
        </Button>
      )}
      {requested && (
        <ReasonDialog
          title={
            requested === 'banned'
              ? t('Ban {full_name}?', { full_name })
              : t('Remove this {kind}?', { kind: item.kind })
          }
          description={
            requested === 'banned'
              ? `${full_name} loses access to ${space.name} right away and can't rejoin until unbanned.${isContent ? t(' The {kind} will be removed too.', { kind: item.kind }) : ''}`
              : t('It will be hidden from everyone. {full_name} will see your reason.', { full_name })
          }
          submitLabel={requested === 'banned' ? t('Ban') : t('Remove {kind}', { kind: item.kind })}
          suggestion={suggestReason(item)}
          onSubmit={(reason) => onDecide({ item, outcome: requested, reason })}
          onOpenChange={(open) => !open && setRequested(null)}
        />
      )}
    </div>
  );
}

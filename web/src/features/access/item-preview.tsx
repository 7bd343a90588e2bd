import type { UseQueryResult } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Lock } from '#contract/features/access/access.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { Locked } from './locked.tsx';
import { MemberFields } from './member-fields.tsx';
import type { SupposedMember } from './supposed-member.ts';

interface ItemPreviewProps {
  /** Whether rules were changed that aren't saved, which the preview can't contain. */
  hasUnsavedRules: boolean;
  member: SupposedMember;
  /** The lock that the item has for the member. */
  query: UseQueryResult<{ lock: Lock | null }>;
  /** What the member sees in place of the item, if it's locked. */
  title: string;
  onChange: (member: SupposedMember) => void;
}

/** What a certain member would see of an item: that it's open, or its lock. */
export function ItemPreview({ hasUnsavedRules, member, query, title, onChange }: ItemPreviewProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <MemberFields member={member} onChange={(changes) => onChange({ ...member, ...changes })} />
      {hasUnsavedRules && (
        <p className="text-sm text-soft" role="status">
          {t('Your unsaved rules are not included. Save them first.')}
        </p>
      )}
      {query.data ? (
        query.data.lock ? (
          <Locked title={title} lock={query.data.lock} />
        ) : (
          <p className="flex items-center gap-2" role="status">
            <Check size={18} className="flex-none text-faint" aria-hidden="true" />
            {t('Open to them')}
          </p>
        )
      ) : query.isError ? (
        <LoadFailure title={t("Couldn't load the preview")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      ) : (
        <Skeleton shape="block" height="5rem" />
      )}
    </div>
  );
}

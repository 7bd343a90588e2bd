import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseOutcome, ModerationCase } from '#contract/features/moderation/moderation.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';

interface Decision {
  item: ModerationCase;
  outcome: CaseOutcome;
  reason?: string;
}

const outcomeTitles = {
  dismissed: msg('Report dismissed'),
  removed: msg('Removed'),
  banned: msg('Member Banned'),
};

/** Resolves a case and shows a toast with the result. */
export function useResolveCase(spaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, outcome, reason }: Decision) =>
      call('resolve_case', {
        space_id: spaceId,
        case_id: item.id,
        outcome,
        ...(reason === undefined ? {} : { reason }),
      }),
    onSuccess: (_response, { outcome }) => {
      toast({ title: t(outcomeTitles[outcome]) });
    },
    onError: (error, { outcome }) => {
      // The dialog with the reason shows this error.
      if (outcome !== 'dismissed' && !isApiError(error, 'case_resolved')) return;
      const title = isApiError(error, 'case_resolved')
        ? t('Already resolved')
        : t("Couldn't dismiss the report");
      toast({ title, description: toMessage(error, t('Please try again.')), variant: 'destructive' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['list_cases', { space_id: spaceId }] }),
  });
}

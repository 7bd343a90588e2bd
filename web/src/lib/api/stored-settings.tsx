import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperationId } from '#contract/api.ts';
import { t } from '#contract/i18n/translate.ts';
import type { ApiOutput } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import type { apiQuery } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';

interface StoredSettingsProps<Id extends OperationId, Changes> {
  query: ReturnType<typeof apiQuery<Id>>;
  /** Stores changes and returns the settings. */
  write: (changes: Changes) => Promise<ApiOutput<Id>>;
  /** Returns the settings with the changes, which are shown until the server has responded. */
  apply: (settings: ApiOutput<Id>, changes: Changes) => ApiOutput<Id>;
  skeleton: ReactNode;
  children: (settings: ApiOutput<Id>, change: (changes: Changes) => void) => ReactNode;
}

/** Settings of the viewer that are stored at once when they are changed. They are requested each time they are shown. */
export function StoredSettings<Id extends OperationId, Changes>(props: StoredSettingsProps<Id, Changes>) {
  const { query, write, apply, skeleton, children } = props;
  const client = useQueryClient();
  const { queryKey } = query;
  const { data, isError, refetch } = useQuery({ ...query, staleTime: 0 });
  const update = useOptimisticWrite<Changes, ApiOutput<Id>>({
    write,
    show: (changes) => {
      const before = client.getQueryData<ApiOutput<Id>>(queryKey);
      client.setQueryData<ApiOutput<Id>>(queryKey, before && apply(before, changes));
      return () => void client.setQueryData<ApiOutput<Id>>(queryKey, before);
    },
    settle: (settings) => void client.setQueryData<ApiOutput<Id>>(queryKey, settings),
    failed: t("Couldn't save your settings"),
  });
  if (data) return children(data as ApiOutput<Id>, update.mutate);
  if (!isError) return skeleton;
  return (
    <div role="alert" className="flex items-center gap-3">
      {t("Couldn't load your settings.")}
      <Button size="sm" onClick={() => void refetch()}>
        {t('Try again')}
      </Button>
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { spaceChatQuery } from './people.api.ts';

/** Whether members of a space can start conversations with the viewer. */
export function SpaceChatTab({ space }: { space: Space }) {
  const client = useQueryClient();
  const query = spaceChatQuery(space.id);
  const { data, isError, refetch } = useQuery({ ...query, staleTime: 0 });
  const set = useOptimisticWrite<boolean, { chat_enabled: boolean }>({
    write: (chat_enabled) => getApiClient(client)('set_space_chat', { space_id: space.id, chat_enabled }),
    show: (chat_enabled) => {
      const before = client.getQueryData(query.queryKey);
      client.setQueryData(query.queryKey, { chat_enabled });
      return () => void client.setQueryData(query.queryKey, before);
    },
    settle: (output) => void client.setQueryData(query.queryKey, output),
    failed: t("Couldn't save your settings"),
  });
  if (isError) {
    return (
      <div role="alert" className="flex items-center gap-3">
        {t("Couldn't load your settings.")}
        <Button size="sm" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton width="60%" />;
  return (
    <Switch
      label={t('Chat with members')}
      hint={t('If this is off, members of {space} can only send you a message request.', {
        space: space.name,
      })}
      checked={data.chat_enabled}
      onChange={(event) => set.mutate(event.target.checked)}
    />
  );
}

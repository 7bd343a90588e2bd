import type { QueryClient } from '@tanstack/react-query';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { announceDuringSave } from './draft-saves.ts';
import { draftQuery } from './drafts.api.ts';

async function followDraft(client: QueryClient, spaceId: string, version: number | null): Promise<void> {
  if (announceDuringSave(spaceId, version)) return;
  const { queryKey } = draftQuery(spaceId);
  const known = client.getQueryData(queryKey);
  const isFetching = client.isFetching({ queryKey }) > 0;
  const isCurrent = known === undefined || (known?.version ?? null) === version;
  if (isCurrent && !isFetching) return;
  // What is being fetched may be older than the event.
  await client.cancelQueries({ queryKey });
  if (version === null) client.setQueryData(queryKey, null);
  else await client.invalidateQueries({ queryKey });
}

registerLiveHandler('draft.changed', ({ payload }, { client }) => {
  void followDraft(client, payload.space_id, payload.version);
});

registerChannelRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_draft'] });
});

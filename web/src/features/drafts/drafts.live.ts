import type { QueryClient } from '@tanstack/react-query';
import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { announceDuringSave } from './draft-saves.ts';
import { draftQuery } from './drafts.api.ts';

function refetchDraft(client: QueryClient, spaceId: string, version: number | null): void {
  if (announceDuringSave(spaceId, version)) return;
  const { queryKey } = draftQuery(spaceId);
  const known = client.getQueryData(queryKey);
  if (known === undefined || (known?.version ?? null) === version) return;
  if (version === null) client.setQueryData(queryKey, null);
  else void client.invalidateQueries({ queryKey });
}

registerLiveHandler('draft.changed', ({ payload }, { client }) =>
  refetchDraft(client, payload.space_id, payload.version),
);

registerChannelRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_draft'] });
});

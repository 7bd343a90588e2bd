import type { QueryClient } from '@tanstack/react-query';
import type { Draft } from '#contract/features/drafts/drafts.ts';
import { call } from '#web/lib/api/api-client.ts';
import type { SentDraft } from './draft-sync.ts';
import { draftQuery } from './drafts.api.ts';

/** The save in flight of each space, with the last version that a live event announced meanwhile. */
const saves = new Map<string, { announced?: number | null }>();

/**
 * Notes a version that a live event announces while the draft of the space is being saved, and returns true: only the
 * response tells whether it is the saved version or that of another device. Returns false if no save is in flight.
 */
export function announceDuringSave(spaceId: string, version: number | null): boolean {
  const save = saves.get(spaceId);
  if (save) save.announced = version;
  return save !== undefined;
}

/** Saves the draft on the server and stores the response in the cache, unless another device has changed it since. */
export async function saveDraft(
  client: QueryClient,
  spaceId: string,
  sent: SentDraft,
): Promise<{ draft: Draft | null; accepted: boolean }> {
  const { queryKey } = draftQuery(spaceId);
  const save: { announced?: number | null } = {};
  saves.set(spaceId, save);
  let version: number | null | undefined;
  try {
    const response = await call('save_draft', { space_id: spaceId, ...sent });
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, response.draft);
    version = response.draft?.version ?? null;
    return response;
  } finally {
    if (saves.get(spaceId) === save) saves.delete(spaceId);
    if (save.announced !== undefined && save.announced !== version) {
      void client.invalidateQueries({ queryKey });
    }
  }
}

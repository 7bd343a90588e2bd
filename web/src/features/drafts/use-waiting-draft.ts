import { useSavedDraft } from '#web/lib/cache/drafts.ts';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';
import { draftQuery } from './drafts.api.ts';
import { fromServer, isEmptyText, type LocalDraft } from './local-draft.ts';
import { draftKeyOf, readSaved } from './saved-draft.ts';

type WaitingDraft = Pick<LocalDraft, 'title' | 'body' | 'poll' | 'stored'>;

/**
 * The unposted draft for the collapsed composer: the local one if it is not synced, otherwise the one on the server. In a file
 * of its own, because every feed shows it, and most people open no composer.
 */
export function useWaitingDraft(spaceId: string, userId: string): WaitingDraft | null {
  const local = readSaved(useSavedDraft(userId, draftKeyOf(spaceId)));
  const server = useQueryData(draftQuery(spaceId));
  const known = server === undefined || (local && !local.synced) ? local : server && fromServer(server);
  return known && !isEmptyText({ ...known, count: known.stored.length }) ? known : null;
}

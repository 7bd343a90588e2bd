import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { type LiveContext, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { spaceQuery, userSpacesQuery } from './spaces.api.ts';

function refetchSpace(spaceId: string, { client }: LiveContext): void {
  const space = readEntity(client, 'space', spaceId);
  if (space) void client.invalidateQueries(spaceQuery(space.subdomain));
}

registerLiveHandler('space.changed', ({ payload }, context) => {
  patchEntity(context.client, 'space', payload.space.id, payload.space);
  // The event doesn't include the about text, rules and similar fields.
  refetchSpace(payload.space.id, context);
});

// Which categories have rules.
registerLiveHandler('categories.changed', ({ payload }, context) => refetchSpace(payload.space_id, context));

registerLiveHandler('space.member_count_changed', ({ payload }, { client }) => {
  patchEntity(client, 'space', payload.space_id, { member_count: payload.member_count });
  void client.invalidateQueries({ queryKey: ['list_members', { space_id: payload.space_id }] });
});

/** Refetches the viewer's permissions in a space whose page is open, and shows a toast if that fails. */
export async function fetchPermissions(client: QueryClient, spaceId: string): Promise<void> {
  const space = readEntity(client, 'space', spaceId);
  if (!space) return;
  const query = spaceQuery(space.subdomain);
  await client.invalidateQueries(query);
  const state = client.getQueryState(query.queryKey);
  // A space that is no longer visible is reported elsewhere.
  if (state?.status !== 'error' || isApiError(state.error, 'space_not_found')) return;
  toast({
    title: t('Permissions Error'),
    description: t('Failed to fetch permissions.'),
    variant: 'destructive',
  });
}

// The viewer's permissions have changed, so refetch them.
registerLiveHandler('membership.changed', ({ payload }, context) => {
  void fetchPermissions(context.client, payload.space_id);
  void context.client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
  // Discover lists private spaces for their members.
  void context.client.invalidateQueries({ queryKey: ['discover_spaces'] });
});

registerChannelRefetch('space', refetchSpace);
registerChannelRefetch('user', (_id, { client }) => {
  void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
  for (const operation of ['get_space', 'discover_spaces']) {
    void client.invalidateQueries({ queryKey: [operation] });
  }
});

import { t } from '#contract/i18n/translate.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { type EventOf, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { myRemovalsQuery, openCasesQuery } from './moderation.api.ts';

export interface OpenCases {
  open_count: number;
  version: number;
  live_cursor: number;
}

/** Applies a live event to the number of open cases. Older versions are ignored. */
export function applyToOpenCases(
  now: OpenCases,
  { payload }: EventOf<'space.report_count_changed'>,
): OpenCases {
  const { open_count, version } = payload;
  return version <= now.version ? now : { ...now, open_count, version };
}

registerLiveHandler('space.report_count_changed', (event, { client }) => {
  const { space_id } = event.payload;
  client.setQueryData<OpenCases>(openCasesQuery(space_id).queryKey, (now) =>
    now ? applyToOpenCases(now, event) : now,
  );
  void client.invalidateQueries({ queryKey: ['list_cases', { space_id }] });
});

registerLiveHandler('audit_log.created', ({ payload: { space_id } }, { client }) => {
  void client.invalidateQueries({ queryKey: ['list_audit_log', { space_id }] });
});

// Notifies authors right away that their content was removed, and why.
registerLiveHandler('content.removed', ({ payload }, { client, viewerId }) => {
  if (payload.author_id !== viewerId) return;
  void client.invalidateQueries({ queryKey: myRemovalsQuery(payload.space_id).queryKey });
  const space = readEntity(client, 'space', payload.space_id);
  const { kind } = payload;
  toast({
    title: space
      ? t(
          '{kind, select, post {Your post in {space} was removed} other {Your comment in {space} was removed}}',
          { kind, space: space.name },
        )
      : t('{kind, select, post {Your post was removed} other {Your comment was removed}}', { kind }),
    ...(payload.reason ? { description: payload.reason } : {}),
  });
});

// On a change of the viewer's membership, drop or refetch what only moderators may see.
registerLiveHandler('membership.changed', ({ payload: { space_id } }, { client }) => {
  for (const operation of ['get_open_cases', 'list_cases', 'list_audit_log']) {
    client.removeQueries({ queryKey: [operation, { space_id }], type: 'inactive' });
  }
});

registerChannelRefetch('user', (_id, { client }) => {
  for (const operation of ['get_open_cases', 'list_cases', 'list_audit_log', 'list_my_removals']) {
    void client.invalidateQueries({ queryKey: [operation] });
  }
});

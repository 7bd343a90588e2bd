import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { type EventOf, type LiveContext, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { applyToSetup } from './setup-state.ts';

function apply(
  event: EventOf<'setup.completed'> | EventOf<'setup.dismissed'>,
  { client }: LiveContext,
): void {
  patchEntity(client, 'space', event.payload.space_id, ({ setup }) =>
    setup ? { setup: applyToSetup(setup, event) } : {},
  );
}

registerLiveHandler('setup.completed', apply);
registerLiveHandler('setup.dismissed', apply);

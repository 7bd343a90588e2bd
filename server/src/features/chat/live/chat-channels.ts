import { parseChannel } from '#contract/values/channels.ts';
import type { LiveChannels } from '#server/platform/live/live-channels.ts';
import { isParticipant, listNotShownTyping, listParticipantIds } from './live.queries.ts';

/** Everyone in a conversation gets its events, on any page. */
export const chatChannels: LiveChannels = {
  conversation: {
    canSubscribe: async (db, viewer, id) => viewer !== null && (await isParticipant(db, viewer.user_id, id)),
    audience: listParticipantIds,
    accessEvents: {
      'conversation.changed': ({ payload }) => payload.changed_user_ids,
      // Ends what one sees of the other's presence.
      'block.changed': ({ channel, payload }) => [parseChannel(channel).id, payload.user_id],
      // Changes who of the members of a space may see their presence in chat.
      'space_chat.changed': ({ channel }) => [parseChannel(channel).id],
    },
    authorizeSignal: async (db, viewer, id) => {
      const except = await listNotShownTyping(db, viewer.user_id, id);
      return except && { except };
    },
  },
};

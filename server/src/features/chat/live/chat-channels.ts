import type { LiveChannels } from '#server/platform/live/live-channels.ts';
import { isParticipant, listNotShownTyping, listParticipantIds } from './live.queries.ts';

/** Everyone in a conversation gets its events, on any page. */
export const chatChannels: LiveChannels = {
  conversation: {
    canSubscribe: async (db, viewer, id) => viewer !== null && (await isParticipant(db, viewer.user_id, id)),
    audience: listParticipantIds,
    accessEvents: { 'conversation.changed': ({ payload }) => payload.changed_user_ids },
    authorizeSignal: async (db, viewer, id) => {
      const except = await listNotShownTyping(db, viewer.user_id, id);
      return except && { except };
    },
  },
};

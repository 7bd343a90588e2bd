import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { messageEntity } from './message.entity.ts';

/** A single message, such as the one that a draft replies to. */
export const messageQuery = (messageId: string) =>
  apiQuery('get_message', { message_id: messageId }, ({ message }, client) => {
    writeEntities(client, messageEntity, [message]);
    return { message_id: message.id };
  });

import { z } from 'zod';
import { avatarPerson } from '../../users.ts';

/** What a line that the system writes into a group says. Its sender is the person who did it. */
export const systemMessageTypes = [
  'group_created',
  'name_changed',
  'icon_changed',
  'participants_added',
  'participant_removed',
  'participant_left',
  'admin_added',
  'admin_removed',
] as const;
export type SystemMessageType = (typeof systemMessageTypes)[number];

export const systemMessage = z.object({
  type: z.enum(systemMessageTypes),
  /** The people it was done to, at most 10. */
  people: z.array(avatarPerson),
  people_count: z.number().int(),
  /** The new name of the group. */
  name: z.string().nullable(),
});
export type SystemMessage = z.output<typeof systemMessage>;

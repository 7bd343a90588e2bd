import { z } from 'zod';
import { id, timestamp } from '../../schema/endpoint.ts';
import { avatarPerson } from '../../users.ts';
import { highestLevel } from '../../values/levels.ts';
import { accessItem, lock } from './access.ts';
import { maxAccessDays } from './access-items.ts';

/** Whether a member can open an item, and why. */
export const memberAccess = z.object({
  person: avatarPerson,
  level: z.number().int(),
  joined_at: timestamp,
  is_open: z.boolean(),
  /** Since when it is open to them, or when it opens if they only wait; null if that isn't known. */
  at: timestamp.nullable(),
  /** When they were given access to the item itself; null if they weren't. */
  granted_at: timestamp.nullable(),
  /** What locks it for them, the outermost first: a page is also locked by its folder and its course. */
  locked_by: z.array(z.object({ item: accessItem, lock })),
});
export type MemberAccess = z.output<typeof memberAccess>;

/** Gives access: to one member, or to all who meet a filter. */
export const grantFields = {
  client_id: id,
  to: z.union([
    z.object({ user_id: id }),
    z.object({
      min_level: z.number().int().min(1).max(highestLevel),
      /** Days since joining. */
      min_days: z.number().int().min(0).max(maxAccessDays),
    }),
  ]),
};

/** Takes access back: from one member, or from all to whom a call with this client_id gave it. */
export const revocationFields = {
  from: z.union([z.object({ user_id: id }), z.object({ client_id: id })]),
};

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A member for whom a preview is made. */
export const supposedMember = z.object({
  level: z.coerce.number().int().min(1).max(highestLevel),
  days: z.coerce.number().int().min(0).max(maxAccessDays),
  /** Whether they pay: a trial is over. */
  is_paying: flag,
  /** Whether they were given access to everything that can be given. */
  is_granted: flag,
  /** Whether they have completed all prerequisites. */
  has_completed: flag,
});

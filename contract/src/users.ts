import { z } from 'zod';
import { id } from './schema/endpoint.ts';

/** A user as others see them next to a post or in a list. */
export const person = z.object({
  id,
  full_name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  profile_url: z.string(),
});
export type Person = z.output<typeof person>;

/** A user of whom only the avatar is shown. */
export const avatarPerson = person.pick({ id: true, full_name: true, avatar_url: true });
export type AvatarPerson = z.output<typeof avatarPerson>;

/**
 * A user in a space, with their level there. `level_version` rises with every change of the level: the larger one is
 * newer.
 */
export const spacePerson = person.extend({ level: z.number().int(), level_version: z.number().int() });
export type SpacePerson = z.output<typeof spacePerson>;

/** The viewer's own account. */
export const account = person.extend({
  email: z.email(),
  email_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  bio: z.string().nullable(),
  role: z.enum(['member', 'creator', 'admin']),
  /** The IANA name of the zone whose clock decides quiet hours and when emails are sent. */
  time_zone: z.string(),
  /** Whether the zone follows that of the browser. */
  time_zone_automatic: z.boolean(),
});
export type Account = z.output<typeof account>;

import type { SpacePerson } from '#contract/users.ts';
import type { EventOf } from '#web/lib/live-client.ts';

/** Where someone's level in a space stands in the entity cache. */
export const toStandingId = (spaceId: string, userId: string) => `${spaceId}:${userId}`;

/** A person of a space after an event; an older level than they have changes nothing. */
export function applyToPerson<P extends SpacePerson>(
  person: P,
  { payload }: EventOf<'member.level'>,
  spaceId: string,
): P {
  const isTheirs = payload.user_id === person.id && payload.space_id === spaceId;
  if (!isTheirs || payload.level_version <= person.level_version) return person;
  return { ...person, level: payload.level, level_version: payload.level_version };
}

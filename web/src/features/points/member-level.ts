import type { SpacePerson } from '#contract/users.ts';
import type { Entities } from '#web/lib/cache/entity-cache.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';

type MemberLevel = Entities['member_level'];

/** Returns the ID of a member's level in the entity cache. */
export const toMemberLevelId = (spaceId: string, userId: string) => `${spaceId}:${userId}`;

/** Converts an event to a member level. */
export function toMemberLevel({ payload }: EventOf<'member.level_changed'>): MemberLevel {
  const { space_id, user_id, level, level_version } = payload;
  return { id: toMemberLevelId(space_id, user_id), level, version: level_version };
}

/** Returns the current level of a person: the received one if it is newer than the fetched one. */
export function toCurrentLevel(
  person: Pick<SpacePerson, 'level' | 'level_version'>,
  received: MemberLevel | undefined,
): number {
  return received && received.version > person.level_version ? received.level : person.level;
}

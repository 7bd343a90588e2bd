import type { SpacePerson } from '#contract/users.ts';
import type { Entities } from '#web/lib/entity-cache.ts';
import type { EventOf } from '#web/lib/live-client.ts';

type MemberLevel = Entities['member_level'];

/** Where someone's level in a space stands in the entity cache. */
export const toMemberLevelId = (spaceId: string, userId: string) => `${spaceId}:${userId}`;

/** What an event says of someone's level. */
export function toMemberLevel({ payload }: EventOf<'member.level'>): MemberLevel {
  const { space_id, user_id, level, level_version } = payload;
  return { id: toMemberLevelId(space_id, user_id), level, version: level_version };
}

/** The level that someone has now: what was heard, if it is newer than the answer that brought the person. */
export function toLevelNow(
  person: Pick<SpacePerson, 'level' | 'level_version'>,
  received: MemberLevel | undefined,
): number {
  return received && received.version > person.level_version ? received.level : person.level;
}

import type { SpacePerson } from '#contract/users.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { Avatar, AvatarLevel, AvatarOnline, type AvatarProps } from '#web/ui/avatar.tsx';
import { toCurrentLevel, toMemberLevelId } from './member-level.ts';

interface SpaceAvatarProps extends Pick<AvatarProps, 'size' | 'loading' | 'className'> {
  person: Pick<SpacePerson, 'id' | 'full_name' | 'avatar_url' | 'level' | 'level_version'>;
  spaceId: string;
  isOnline?: boolean;
}

/** A member's avatar with their current level in the space. The name is shown next to it. */
export function SpaceAvatar({ person, spaceId, isOnline, ...rest }: SpaceAvatarProps) {
  const received = useEntity('member_level', toMemberLevelId(spaceId, person.id));
  return (
    <Avatar id={person.id} name={person.full_name} src={person.avatar_url} {...rest}>
      {isOnline && <AvatarOnline />}
      <AvatarLevel level={toCurrentLevel(person, received)} />
    </Avatar>
  );
}

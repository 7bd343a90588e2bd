import type { ReactNode } from 'react';
import type { SpacePerson } from '#contract/users.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { Avatar, AvatarLevel, type AvatarProps } from '#web/ui/avatar.tsx';
import { toCurrentLevel, toMemberLevelId } from './member-level.ts';

interface SpaceAvatarProps extends Pick<AvatarProps, 'size' | 'loading' | 'className'> {
  person: Pick<SpacePerson, 'id' | 'full_name' | 'avatar_url' | 'level' | 'level_version'>;
  spaceId: string;
  /** The dot of members who are online. */
  dot?: ReactNode;
}

/** A member's avatar with their current level in the space. The name is shown next to it. */
export function SpaceAvatar({ person, spaceId, dot, ...rest }: SpaceAvatarProps) {
  const received = useEntity('member_level', toMemberLevelId(spaceId, person.id));
  return (
    <Avatar id={person.id} name={person.full_name} src={person.avatar_url} {...rest}>
      {dot}
      <AvatarLevel level={toCurrentLevel(person, received)} />
    </Avatar>
  );
}

import type { SpacePerson } from '#contract/users.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { Avatar, type AvatarProps } from '#web/ui/avatar.tsx';
import { toLevelNow, toMemberLevelId } from './member-level.ts';

interface SpaceAvatarProps extends Pick<AvatarProps, 'size' | 'loading' | 'className'> {
  person: Pick<SpacePerson, 'id' | 'full_name' | 'avatar_url' | 'level' | 'level_version'>;
  spaceId: string;
}

/** Someone's picture in a space, with the level they have there now. The name stands beside it. */
export function SpaceAvatar({ person, spaceId, ...rest }: SpaceAvatarProps) {
  const received = useEntity('member_level', toMemberLevelId(spaceId, person.id));
  return (
    <Avatar
      id={person.id}
      name={person.full_name}
      src={person.avatar_url}
      level={toLevelNow(person, received)}
      {...rest}
    />
  );
}

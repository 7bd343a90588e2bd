import type { SpacePerson } from '#contract/users.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { Avatar, type AvatarProps } from '#web/ui/avatar.tsx';
import { toStandingId } from './standing.ts';

interface SpaceAvatarProps extends Pick<AvatarProps, 'size' | 'loading' | 'className'> {
  person: Pick<SpacePerson, 'id' | 'full_name' | 'avatar_url' | 'level' | 'level_version'>;
  spaceId: string;
}

/** Someone's picture in a space, with the level they have there now. The name stands beside it. */
export function SpaceAvatar({ person, spaceId, ...rest }: SpaceAvatarProps) {
  // Heard since the answer that brought this person, if it is newer than that.
  const heard = useEntity('standing', toStandingId(spaceId, person.id));
  const level = heard && heard.version > person.level_version ? heard.level : person.level;
  return <Avatar id={person.id} name={person.full_name} src={person.avatar_url} level={level} {...rest} />;
}

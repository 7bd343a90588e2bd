import type { ReactNode } from 'react';
import type { Person, SpacePerson } from '#contract/users.ts';
import { Avatar, type AvatarProps } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { MemberCardButton } from './member-card-button.tsx';
import { SpaceAvatar } from './space-avatar.tsx';

interface MemberLineProps extends Pick<AvatarProps, 'loading' | 'className'> {
  /** The avatar shows the level, if there is one. */
  person: Pick<Person, 'id' | 'full_name' | 'avatar_url'> &
    Partial<Pick<SpacePerson, 'level' | 'level_version'>>;
  spaceId: string;
  /** Size of the avatar. Default `md`. */
  size?: 'xs' | 'sm' | 'md' | 'lg';
  /** Shown after the name, on the same line. */
  aside?: ReactNode;
  /** Shown below the name. */
  children?: ReactNode;
}

const hasLevel = (person: MemberLineProps['person']): person is MemberLineProps['person'] & SpacePerson =>
  person.level !== undefined && person.level_version !== undefined;

/** A member's avatar and name, with more below the name. Name and avatar are one button that opens the member's card. */
export function MemberLine({
  person,
  spaceId,
  size = 'md',
  loading,
  aside,
  className,
  children,
}: MemberLineProps) {
  const { id, full_name, avatar_url } = person;
  return (
    <div className={cx('member-line', className)} data-size={size}>
      {hasLevel(person) ? (
        <SpaceAvatar person={person} spaceId={spaceId} size={size} loading={loading} />
      ) : (
        <Avatar id={id} name={full_name} src={avatar_url} size={size} loading={loading} />
      )}
      <div className="member-line-content">
        <div className="member-line-name">
          <MemberCardButton spaceId={spaceId} userId={id} name={full_name} />
          {aside}
        </div>
        {children}
      </div>
    </div>
  );
}

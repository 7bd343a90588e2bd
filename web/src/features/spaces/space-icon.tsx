import type { SpaceSummary } from '#contract/spaces.ts';
import { Avatar, type AvatarProps } from '#web/ui/avatar.tsx';

/** A space's icon, or its initials. Its name stands beside it. */
export function SpaceIcon({
  space,
  size = 'md',
  loading,
}: {
  space: Pick<SpaceSummary, 'id' | 'name' | 'icon_image'>;
  size?: AvatarProps['size'];
  loading?: AvatarProps['loading'];
}) {
  return (
    <Avatar
      id={space.id}
      name={space.name}
      src={space.icon_image}
      size={size}
      loading={loading}
      variant="palette"
      shape="square"
    />
  );
}

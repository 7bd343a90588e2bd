import type { CSSProperties } from 'react';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { Avatar, type AvatarProps } from '#web/ui/avatar.tsx';
import { type AccentTokens, accentTokens } from '#web/ui/theme/accent.ts';

/** Tokens by color: spaces share few colors, and lists show many icons. */
const known = new Map<string, AccentTokens>();

function tokensOf(color: string): AccentTokens {
  const tokens = known.get(color) ?? accentTokens(color, 'light');
  known.set(color, tokens);
  return tokens;
}

/** A space's icon, or its initials on its color. Decorative: the name is next to it. */
export function SpaceIcon({
  space,
  size = 'md',
  loading,
}: {
  space: Pick<SpaceSummary, 'id' | 'name' | 'icon_image' | 'primary_color'>;
  size?: AvatarProps['size'];
  loading?: AvatarProps['loading'];
}) {
  const tokens = tokensOf(space.primary_color);
  const colors = { '--space': tokens['--accent'], '--on-space': tokens['--on-accent'] } as CSSProperties;
  return (
    <span className="space-icon" style={colors}>
      <Avatar
        id={space.id}
        name={space.name}
        src={space.icon_image}
        size={size}
        loading={loading}
        variant="palette"
        shape="square"
      />
    </span>
  );
}

import { type CSSProperties, useCallback, useState } from 'react';
import { cx } from './cx.ts';
import {
  AVATAR_COLORS,
  PALETTE_COLORS,
  toColorIndex,
  toHue,
  toInitials,
  toPaletteInitials,
} from './initials.ts';

/** Width and height in pixels (document 2 section 9). */
export const AVATAR_SIZES = { xs: 24, sm: 32, md: 40, lg: 48, xl: 64, xxl: 96 } as const;
export type AvatarSize = keyof typeof AVATAR_SIZES;

export interface AvatarProps {
  /** The name that the initials come from. */
  name: string | null | undefined;
  /** Fixes the colour: the user's (or space's) id. */
  id: string;
  /** The picture; without one, or when it fails, the initials show. */
  src?: string | null;
  /** Default `md`. */
  size?: AvatarSize;
  /** `palette`: 2 letters and 12 colours, for profile and space navigation. Default `person`. */
  variant?: 'person' | 'palette';
  /** Default `circle`; spaces are `square`. */
  shape?: 'circle' | 'square';
  /** Shows the dot of someone who is here now. */
  online?: boolean;
  /** Shows the level in a small badge. */
  level?: number;
  /** Leave out where the name stands beside the picture: it is decoration then. */
  alt?: string;
  /** `eager` for pictures above the fold. Default `lazy`. */
  loading?: 'lazy' | 'eager';
  className?: string;
}

type ImageState = 'loading' | 'loaded' | 'error';

/** Someone's picture, or their initials on their own colour. */
export function Avatar({
  name,
  id,
  src,
  size = 'md',
  variant = 'person',
  shape = 'circle',
  online,
  level,
  alt,
  loading = 'lazy',
  className,
}: AvatarProps) {
  const [outcome, setOutcome] = useState<{ src: string; state: ImageState }>();
  const state = src ? (outcome?.src === src ? outcome.state : 'loading') : 'error';
  const colors = variant === 'palette' ? PALETTE_COLORS : AVATAR_COLORS;
  const pixels = AVATAR_SIZES[size];

  // A picture of a page rendered on the server may have failed or arrived before the script ran.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (src && image?.complete && image.getAttribute('src') === src) {
        setOutcome({ src, state: image.naturalWidth > 0 ? 'loaded' : 'error' });
      }
    },
    [src],
  );

  return (
    <span
      className={cx('avatar', className)}
      data-size={size}
      data-shape={shape}
      data-state={state}
      style={{ '--h': toHue(toColorIndex(id, colors), colors) } as CSSProperties}
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      {src && state !== 'error' ? (
        <img
          ref={look}
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading={loading}
          decoding="async"
          onLoad={() => setOutcome({ src, state: 'loaded' })}
          onError={() => setOutcome({ src, state: 'error' })}
        />
      ) : (
        // A picture of the name rather than text: what stands beside it names the person.
        <span
          className="avatar-initials"
          aria-hidden="true"
          data-initials={variant === 'palette' ? toPaletteInitials(name) : toInitials(name)}
        />
      )}
      {online && (
        <span className="avatar-dot">
          <span className="sr-only">Online</span>
        </span>
      )}
      {level !== undefined && (
        <span className="avatar-level">
          <span className="sr-only">Level </span>
          {level}
        </span>
      )}
    </span>
  );
}

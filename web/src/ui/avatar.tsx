import { type ComponentProps, type CSSProperties, startTransition, useCallback, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { cx } from './cx.ts';
import {
  AVATAR_COLORS,
  PALETTE_COLORS,
  toColorIndex,
  toHue,
  toInitials,
  toPaletteInitials,
} from './initials.ts';

/** Width and height in pixels. */
export const AVATAR_SIZES = { xs: 24, sm: 32, md: 40, lg: 48, xl: 64, xxl: 96 } as const;
export type AvatarSize = keyof typeof AVATAR_SIZES;

export interface AvatarProps extends Pick<ComponentProps<'span'>, 'className' | 'children'> {
  /** The name the initials are taken from. */
  name: string | null | undefined;
  /** User or space ID; determines the background color. */
  id: string;
  /** Image URL. The initials are shown if it is missing or fails to load. */
  src?: string | null;
  /** Default `md`. */
  size?: AvatarSize;
  /** `palette`: 2 letters and 12 colors, for profile and space navigation. Default `person`. */
  variant?: 'person' | 'palette';
  /** Default `circle`; spaces are `square`. */
  shape?: 'circle' | 'square';
  /** `eager` for images above the fold. Default `lazy`. */
  loading?: 'lazy' | 'eager';
}

type ImageState = 'loading' | 'loaded' | 'error';

/**
 * The photo of a user or space, or colored initials. Decorative: the name is shown next to it. Contains an `AvatarLevel`
 * or `AvatarOnline`, if any.
 */
export function Avatar({
  name,
  id,
  src,
  size = 'md',
  variant = 'person',
  shape = 'circle',
  loading = 'lazy',
  className,
  children,
}: AvatarProps) {
  const [outcome, setOutcome] = useState<{ src: string; state: ImageState }>();
  const state = src ? (outcome?.src === src ? outcome.state : 'loading') : 'error';
  const colors = variant === 'palette' ? PALETTE_COLORS : AVATAR_COLORS;
  const pixels = AVATAR_SIZES[size];

  // A server-rendered image may have loaded or failed before hydration.
  const checkImage = useCallback(
    (image: HTMLImageElement | null) => {
      if (src && image?.complete && image.getAttribute('src') === src) {
        const state = image.naturalWidth > 0 ? 'loaded' : 'error';
        // Otherwise, React would render all avatars of a page again in the same task in which it hydrated them.
        startTransition(() => setOutcome({ src, state }));
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
    >
      {src && state !== 'error' ? (
        <img
          ref={checkImage}
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
        // Hidden from assistive technology, because the name next to it identifies the person.
        <span
          className="avatar-initials"
          aria-hidden="true"
          data-initials={variant === 'palette' ? toPaletteInitials(name) : toInitials(name)}
        />
      )}
      {children}
    </span>
  );
}

/** The dot of a user who is online. */
export function AvatarOnline() {
  return (
    <span className="avatar-dot">
      <span className="sr-only">{t('Online')}</span>
    </span>
  );
}

/** The level of a member in a small badge. */
export function AvatarLevel({ level }: { level: number }) {
  return (
    <span className="avatar-level">
      <span className="sr-only">{t('Level {level}', { level })}</span>
      <span aria-hidden="true">{level}</span>
    </span>
  );
}

import type { Picture } from '#contract/uploads.ts';
import { cx } from '#web/ui/cx.ts';

export interface PictureImageProps {
  picture: Picture;
  /** How wide it is shown, as `<img sizes>` says it. */
  sizes: string;
  alt: string;
  loading?: 'lazy' | 'eager';
  className?: string;
}

/** A stored picture in the width that fits the screen; its average colour stands in its place until it is there. */
export function PictureImage({ picture, sizes, alt, loading = 'lazy', className }: PictureImageProps) {
  return (
    <img
      src={picture.url}
      srcSet={picture.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      loading={loading}
      decoding="async"
      alt={alt}
      className={cx('block', className)}
      style={{ backgroundColor: picture.color }}
    />
  );
}

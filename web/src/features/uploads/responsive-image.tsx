import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import { cx } from '#web/ui/cx.ts';

export interface ResponsiveImageProps {
  image: ImageFile;
  /** The width on the page, as in `<img sizes>`. */
  sizes: string;
  alt: string;
  loading?: 'lazy' | 'eager';
  className?: string;
}

/** A stored image in the width that fits the screen, with its average color as a placeholder. */
export function ResponsiveImage({ image, sizes, alt, loading = 'lazy', className }: ResponsiveImageProps) {
  return (
    <img
      src={image.url}
      srcSet={image.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      loading={loading}
      decoding="async"
      alt={alt}
      className={cx('block', className)}
      style={{ backgroundColor: image.color }}
    />
  );
}

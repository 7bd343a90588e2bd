import type { ComponentProps } from 'react';
import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import { cx } from '#web/ui/cx.ts';

export interface ResponsiveImageProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'placeholder'> {
  image: Omit<ImageFile, 'kind'>;
  /** The width on the page, as in `<img sizes>`. */
  sizes: string;
  alt: string;
  /** Address of a version that has loaded already, shown until the image has loaded. */
  placeholder?: string;
}

/** A stored image in the width that fits the screen, with its average color as a placeholder. */
export function ResponsiveImage({
  image,
  alt,
  loading = 'lazy',
  placeholder,
  className,
  style,
  ...rest
}: ResponsiveImageProps) {
  return (
    <img
      {...rest}
      src={image.url}
      srcSet={image.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      width={image.width}
      height={image.height}
      loading={loading}
      decoding="async"
      alt={alt}
      className={cx('block', className)}
      style={{
        background: placeholder ? `${image.color} url("${placeholder}") center / 100% 100%` : image.color,
        ...style,
      }}
    />
  );
}

import { type CSSProperties, useRef } from 'react';
import type { ImageFile } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { ResponsiveImage } from './responsive-image.tsx';
import { preloadImageViewer, useImageViewer } from './use-image-viewer.tsx';
import type { ImageCredit } from './viewer/viewer-image.ts';

/** Maximum and minimum aspect ratio of a single image, width by height. */
const widest = 2.2;
const narrowest = 0.8;

/** The aspect ratio of a single image, the same before and after it has loaded. */
export function aloneRatio({ width, height }: Pick<ImageFile, 'width' | 'height'>): number {
  return Math.min(widest, Math.max(narrowest, width / Math.max(1, height)));
}

interface ImageGridProps {
  images: readonly ImageFile[];
  /** How many images are shown; the last one shows how many more there are. */
  limit?: number;
  /**
   * `row`: in a list, low, so that more of the list is in sight; only the first images are shown. `thumbnail`: only the first one,
   * small, beside a text. Default `grid`.
   */
  layout?: 'grid' | 'row' | 'thumbnail';
  /** `eager` at the top of a page. */
  loading?: 'lazy' | 'eager';
  /** Who shared the images, and when; the viewer shows it. */
  credit?: ImageCredit;
}

const sizes = {
  full: '(width < 48rem) calc(100vw - 4rem), 42rem',
  half: '(width < 48rem) calc(50vw - 2rem), 21rem',
  thumbnail: '10rem',
};
const limits = { grid: 4, row: 3, thumbnail: 1 };

/** The images of a post; each opens the viewer. The height is known before any image has loaded. */
export function ImageGrid({
  images,
  layout = 'grid',
  limit = limits[layout],
  loading,
  credit,
}: ImageGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const toThumbnail = (index: number) => list.current?.children[index]?.querySelector('img') ?? null;
  const viewer = useImageViewer({ images, credit, toThumbnail });
  const shown = images.slice(0, limit);
  const [first] = shown;
  if (!first) return null;
  const isSingle = shown.length === 1;
  const more = images.length - shown.length;
  const toLabel = ({ file_name: name }: ImageFile, index: number) => {
    const number = index + 1;
    const total = images.length;
    return more > 0 && number === shown.length
      ? t('Open image {number} of {total}, +{more}: {name}', { number, total, more, name })
      : t('Open image {number} of {total}: {name}', { number, total, name });
  };
  return (
    <>
      <ul
        ref={list}
        className="image-grid"
        data-layout={layout}
        data-single={isSingle ? '' : undefined}
        style={isSingle ? { aspectRatio: aloneRatio(first) } : gridStyle(layout, shown.length)}
      >
        {shown.map((image, index) => (
          <li
            key={image.id}
            className="relative min-h-0 min-w-0"
            style={layout === 'grid' ? spanOf(index, shown.length) : undefined}
          >
            <button
              type="button"
              className="image-button relative block size-full overflow-hidden"
              aria-haspopup="dialog"
              aria-label={toLabel(image, index)}
              onPointerEnter={preloadImageViewer}
              onClick={() => viewer.show(index)}
            >
              <ResponsiveImage
                image={image}
                sizes={layout === 'thumbnail' ? sizes.thumbnail : isSingle ? sizes.full : sizes.half}
                alt=""
                loading={loading}
                className="size-full object-cover"
              />
              {more > 0 && index === shown.length - 1 && (
                <span className="absolute inset-0 grid place-items-center bg-[rgb(0_0_0/55%)] text-2xl font-semibold text-[#fff]">
                  +{more}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {viewer.element}
    </>
  );
}

/** The rows and columns of several images; a `row` has them in the style sheet. */
function gridStyle(layout: string, count: number): CSSProperties | undefined {
  if (layout !== 'grid') return undefined;
  return { gridTemplateColumns: '1fr 1fr', gridAutoRows: 'minmax(0, 1fr)', aspectRatio: gridRatio(count) };
}

/** The aspect ratio of the grid: 2:1 for two images, 3:2 for three and four; more add rows of the same height. */
function gridRatio(count: number): number {
  if (count === 2) return 2;
  return 3 / Math.ceil(count / 2);
}

/** With an odd number, the first image is larger, so that no cell is empty. */
function spanOf(index: number, count: number): { gridRow?: string; gridColumn?: string } {
  if (index > 0 || count % 2 === 0 || count === 1) return {};
  return count === 3 ? { gridRow: 'span 2' } : { gridColumn: 'span 2' };
}

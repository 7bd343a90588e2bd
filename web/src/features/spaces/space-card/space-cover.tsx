import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';

/** The widths in which the server stores a cover; the address of a cover names the widest. */
const widths = [542, 1084, 2168];
const stored = /^(\/files\/[\w-]+\/)2168\.webp$/;

/** The same cover in every width as a `srcset`; undefined for other addresses. */
function toSources(address: string): string | undefined {
  const folder = stored.exec(address)?.[1];
  // Not translated: addresses of images.
  return folder && widths.map((width) => `${folder}${width}.webp ${width}w`).join(', ');
}

/** A space's cover, or a plain area in its color. */
export function SpaceCover({
  space,
  eager,
  sizes,
  className,
}: {
  space: Pick<SpaceSummary, 'cover_image'>;
  /** For covers above the fold. */
  eager?: boolean;
  /** The width on the page, as in `<img sizes>`. */
  sizes: string;
  className?: string;
}) {
  return (
    <div className={`overflow-hidden bg-accent-soft ${className ?? ''}`}>
      {space.cover_image ? (
        <img
          src={space.cover_image}
          srcSet={toSources(space.cover_image)}
          sizes={sizes}
          alt=""
          className="h-full w-full object-cover"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      ) : (
        <div
          className="h-full w-full opacity-70"
          style={{
            background:
              'radial-gradient(120% 140% at 12% 110%, var(--accent) 0%, transparent 58%), radial-gradient(90% 120% at 95% -20%, var(--accent-line) 0%, transparent 52%)',
          }}
        />
      )}
    </div>
  );
}

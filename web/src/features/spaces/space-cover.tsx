import type { SpaceSummary } from '#contract/spaces.ts';

/** A space's cover, or a calm field of its own colour. */
export function SpaceCover({
  space,
  eager,
  className,
}: {
  space: Pick<SpaceSummary, 'cover_image'>;
  /** For covers that are seen at once. */
  eager?: boolean;
  className?: string;
}) {
  return (
    <div className={`overflow-hidden bg-accent-soft ${className ?? ''}`}>
      {space.cover_image ? (
        <img
          src={space.cover_image}
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

import { Globe } from 'lucide-react';
import type { LinkPreview } from '#contract/features/posts/posts.ts';
import { ResponsiveImage } from './responsive-image.tsx';

/** Returns the host of a URL for display. */
function getHost(url: string): string {
  return (URL.parse(url)?.host ?? url).replace(/^www\./, '');
}

/** Preview card of the page that a post or message links to. */
export function LinkCard({ preview }: { preview: LinkPreview }) {
  const { url, title, description, site_name, image } = preview;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className="link-card">
      {image && (
        <ResponsiveImage image={image} sizes="(width < 48rem) 7rem, 10rem" alt="" className="link-image" />
      )}
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 px-4 py-3">
        <span className="flex min-w-0 items-center gap-1.5 text-sm text-soft">
          <Globe size={14} aria-hidden="true" className="flex-none" />
          <span className="truncate">{site_name ?? getHost(url)}</span>
        </span>
        <span className="line-clamp-2 font-semibold text-ink [overflow-wrap:anywhere]">{title}</span>
        {description && (
          <span className="line-clamp-2 text-sm text-soft [overflow-wrap:anywhere]">{description}</span>
        )}
      </span>
    </a>
  );
}

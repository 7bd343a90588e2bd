import { useQueryClient } from '@tanstack/react-query';
import { memo, startTransition, useContext, useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { PostCard } from '#web/features/posts/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { PagePartsContext } from '#web/lib/page-parts.ts';
import { type CardProps, insertSharedCard } from './shared-card.tsx';
import { isInSight, observeNearViewport } from './viewport-observer.ts';

interface VirtualPostProps {
  id: string;
  space: Space;
  /** Index in the feed, from 0. */
  index: number;
  /** Whether the feed begins with pinned posts. */
  hasPins: boolean;
}

/**
 * Number of cards that are rendered initially, also on the server: two to three screens. Rendering and hydrating the others
 * would delay the page, and they come near only when someone scrolls.
 */
export const initiallyRendered = 8;
/** Assumed height of a card that was not rendered yet, in pixels. */
const defaultHeight = 260;
/** Number of cards above the fold; their images load eagerly. */
const aboveFold = 3;

/**
 * A post in the feed. Far from the viewport it renders a box of the same height, so that a feed of thousands stays
 * light and nothing moves. The box contains the text, so that searching the page finds it.
 */
export const VirtualPost = memo(function VirtualPost({ id, space, index, hasPins }: VirtualPostProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(index < initiallyRendered);
  const [height, setHeight] = useState(defaultHeight);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observeNearViewport(element, (entry) => {
      const { isIntersecting, boundingClientRect } = entry;
      if (isIntersecting) {
        // In short tasks, unless someone has jumped to it.
        if (isInSight(entry)) setNear(true);
        else startTransition(() => setNear(true));
        return;
      }
      // If the group is not laid out, the rectangle has no height and the element must be measured.
      const left = boundingClientRect.height || element.offsetHeight;
      // A height of 0 means that the whole feed is hidden; nothing changes then.
      if (left > 0 && !isInUse(element)) {
        setHeight(left);
        setNear(false);
      }
    });
  }, []);
  const card: CardProps = {
    id,
    space,
    isFirst: index < aboveFold,
    collapsesPin: !hasPins ? undefined : index === 0 ? 'opened' : 'always',
  };
  const html = useSharedHtml(near ? card : null);
  const box = { ref, 'data-item': '', className: 'virtual-post', style: near ? undefined : { height } };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React rendered.
  if (html !== null) return <div {...box} dangerouslySetInnerHTML={{ __html: html }} />;
  return <div {...box}>{near ? <PostCard {...card} /> : <SearchableText id={id} />}</div>;
});

type SharedHtmlHook = (card: CardProps | null) => string | null;
const useHtmlOnServer: SharedHtmlHook = (card) => {
  const client = useQueryClient();
  const parts = useContext(PagePartsContext);
  return card && parts && insertSharedCard(parts, client, card);
};
/** Returns the HTML of a card on the server, if it's the same on other pages; the browser renders cards itself. */
const useSharedHtml: SharedHtmlHook = import.meta.env.SSR ? useHtmlOnServer : () => null;

/** Returns whether the card has focus, is being edited or plays a video. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement) || element.querySelector('form')) return true;
  return [...element.querySelectorAll('video')].some((video) => !video.paused);
}

/** React does not support `hidden="until-found"`. */
function hideUntilFound(element: HTMLElement | null) {
  element?.setAttribute('hidden', 'until-found');
}

function SearchableText({ id }: { id: string }) {
  const post = readEntity(useQueryClient(), 'post', id);
  if (!post || post.deleted_at) return null;
  return (
    <p ref={hideUntilFound}>
      {post.title} {post.excerpt}
    </p>
  );
}

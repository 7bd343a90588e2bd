import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { PostCard } from '#web/features/posts/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { observeNearViewport } from './viewport-observer.ts';

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
    return observeNearViewport(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) {
        setNear(true);
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
  return (
    <div ref={ref} data-item="" className="virtual-post" style={near ? undefined : { height }}>
      {near ? (
        <PostCard
          id={id}
          space={space}
          isFirst={index < aboveFold}
          collapsesPin={!hasPins ? undefined : index === 0 ? 'opened' : 'always'}
        />
      ) : (
        <SearchableText id={id} />
      )}
    </div>
  );
});

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

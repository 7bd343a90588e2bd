import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/spaces.ts';
import { readEntity } from '#web/lib/entity-cache.ts';
import { PostCard } from './post-card.tsx';
import { observeNearViewport } from './viewport-observer.ts';

interface FeedSlotProps {
  id: string;
  space: Space;
  /** Position in the feed, from 0. */
  index: number;
}

/** Cards of the first page are there from the start: the server renders them. */
export const fromTheStart = 30;
/** What a card is taken to be high before it has been shown, in pixels. */
const usualHeight = 260;
/** Pictures of this many cards are above the fold: they are not to wait. */
const aboveFold = 2;

/**
 * The place of a post in the feed. Far from the screen an empty box of the same height stands in for the card, so that a
 * feed of thousands stays light and nothing moves; the box keeps the words, so that searching the page finds them.
 */
export const FeedSlot = memo(function FeedSlot({ id, space, index }: FeedSlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(index < fromTheStart);
  const [height, setHeight] = useState(usualHeight);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observeNearViewport(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) {
        setNear(true);
        return;
      }
      // In a page of posts that is no longer laid out it must be measured.
      const left = boundingClientRect.height || element.offsetHeight;
      // Without a height the whole feed is hidden, and keeps what it has.
      if (left > 0 && !isInUse(element)) {
        setHeight(left);
        setNear(false);
      }
    });
  }, []);
  return (
    <div ref={ref} className="feed-slot" style={near ? undefined : { height }}>
      {near ? <PostCard id={id} space={space} isFirst={index < aboveFold} /> : <Words id={id} />}
    </div>
  );
});

/** Someone's keyboard is in it, it is being edited, or it plays. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement) || element.querySelector('form')) return true;
  return [...element.querySelectorAll('video')].some((video) => !video.paused);
}

/** React knows no `until-found`. */
function hideUntilFound(element: HTMLElement | null) {
  element?.setAttribute('hidden', 'until-found');
}

function Words({ id }: { id: string }) {
  const post = readEntity(useQueryClient(), 'post', id);
  if (!post || post.deleted_at) return null;
  return (
    <p ref={hideUntilFound}>
      {post.title} {post.excerpt}
    </p>
  );
}

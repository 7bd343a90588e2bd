import { useQueryClient } from '@tanstack/react-query';
import { memo, startTransition, useContext, useEffect, useRef, useState } from 'react';
import type { Post } from '#contract/features/posts/posts.ts';
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
/** The element around a post: with a height if the card isn't rendered. */
const toBox = (height: number | undefined) => ({
  'data-item': '',
  className: 'virtual-post',
  style: { height },
});
/** Number of cards above the fold; their images load eagerly. */
const aboveFold = 3;

const toCard = ({ id, space, index, hasPins }: VirtualPostProps): CardProps => ({
  id,
  space,
  isFirst: index < aboveFold,
  collapsesPin: !hasPins ? undefined : index === 0 ? 'opened' : 'always',
});

function PostInBrowser(props: VirtualPostProps) {
  const card = toCard(props);
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(props.index < initiallyRendered);
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
  const client = useQueryClient();
  return (
    <div ref={ref} {...toBox(near ? undefined : height)}>
      {near ? <PostCard {...card} /> : <FarText post={readEntity(client, 'post', card.id)} />}
    </div>
  );
}

/** A post that is rendered initially, on the server: its card is rendered once for all pages, if it's the same on them. */
function PostOnServer(props: VirtualPostProps) {
  const client = useQueryClient();
  const parts = useContext(PagePartsContext);
  const card = toCard(props);
  const html = parts && insertSharedCard(parts, client, card);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React rendered.
  if (html !== null) return <div {...toBox(undefined)} dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div {...toBox(undefined)}>
      <PostCard {...card} />
    </div>
  );
}

/**
 * A post in the feed. Far from the viewport, browsers render a box of the same height instead, so that a feed of thousands stays
 * light and nothing moves. The box contains the text, so that searching the page finds it.
 */
export const VirtualPost = import.meta.env.SSR ? PostOnServer : memo(PostInBrowser);

/** Returns whether the card has focus, is being edited or plays a video. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement) || element.querySelector('form')) return true;
  return [...element.querySelectorAll('video')].some((video) => !video.paused);
}

/** React does not support `hidden="until-found"`. */
function hideUntilFound(element: HTMLElement | null) {
  element?.setAttribute('hidden', 'until-found');
}

/** The text of a post whose card isn't rendered. */
function FarText({ post }: { post: Post | undefined }) {
  if (!post || post.deleted_at) return null;
  return (
    <p ref={hideUntilFound}>
      {post.title} {post.excerpt}
    </p>
  );
}

/** Posts below those that are rendered initially, as `VirtualPost` renders them in the browser at first: all of them at once. */
export function FarPosts({ ids }: { ids: readonly string[] }) {
  const client = useQueryClient();
  const parts = useContext(PagePartsContext);
  const posts = ids.map((id) => readEntity(client, 'post', id) ?? { id });
  const render = () => ({ element: <FarBoxes posts={posts} /> });
  const part = { context: 'far-posts', surroundings: [], subjects: posts, render };
  return parts?.insertShared(part) ?? render().element;
}

const FarBoxes = ({ posts }: { posts: readonly (Post | { id: string })[] }) =>
  posts.map((post) => (
    <div key={post.id} {...toBox(defaultHeight)}>
      <FarText post={'title' in post ? post : undefined} />
    </div>
  ));

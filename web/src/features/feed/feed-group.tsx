import { memo } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { ArrangedFeed } from './arrange-feed.ts';
import { FarPosts, initiallyRendered, VirtualPost } from './viewport/virtual-post.tsx';

interface FeedGroupProps {
  ids: readonly string[];
  space: Space;
  /** Index of its first post in the feed, capped at `initiallyRendered`. */
  from: number;
  /** Whether the feed begins with pinned posts. */
  hasPins: boolean;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** The posts of one page. Memoized, so that changes to other pages do not re-render it. */
export const FeedGroup = memo(
  function FeedGroup({ ids, space, from, hasPins }: FeedGroupProps) {
    return (
      <div className="feed-group">
        {ids.map((id, at) => {
          const index = from + at;
          // As many children as in the browser: the IDs that React gives to cards tell how many there are.
          if (import.meta.env.SSR && index >= initiallyRendered)
            return index === initiallyRendered ? <FarPosts key={id} ids={ids.slice(at)} /> : null;
          return <VirtualPost key={id} id={id} space={space} index={index} hasPins={hasPins} />;
        })}
      </div>
    );
  },
  (before, now) =>
    before.space === now.space &&
    before.from === now.from &&
    before.hasPins === now.hasPins &&
    isSame(before.ids, now.ids),
);

export interface PageGroup {
  key: string;
  from: number;
  ids: string[];
}

/** Splits the shown posts at page boundaries. Posts ahead of the pages form the first group. */
export function groupByPage(
  { shown, ahead }: Pick<ArrangedFeed, 'shown' | 'ahead'>,
  pages: readonly { post_ids: readonly string[] }[],
): PageGroup[] {
  const pageOf = new Map(pages.flatMap((page, n) => page.post_ids.map((id) => [id, n] as const)));
  const groups: PageGroup[] = [];
  if (ahead > 0) groups.push({ key: 'ahead', from: 0, ids: shown.slice(0, ahead) });
  let last = -1;
  for (let index = ahead; index < shown.length; index += 1) {
    const id = shown[index] ?? '';
    // An unpinned post may be shown among the posts of a later page than its own.
    const page = pageOf.get(id) ?? last;
    if (page > last || last === -1) {
      last = Math.max(0, page);
      groups.push({ key: `page ${last}`, from: Math.min(index, initiallyRendered), ids: [id] });
    } else groups.at(-1)?.ids.push(id);
  }
  return groups;
}

import { memo } from 'react';
import type { Space } from '#contract/spaces.ts';
import type { ArrangedFeed } from './feed-arrivals.ts';
import { FeedSlot, fromTheStart } from './virtual-post.tsx';

interface FeedGroupProps {
  ids: readonly string[];
  space: Space;
  /** Position of its first post in the feed, as far as that matters. */
  from: number;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** Posts that came as one page: what happens to the others does not touch them, however long the feed is. */
export const FeedGroup = memo(
  function FeedGroup({ ids, space, from }: FeedGroupProps) {
    return (
      <div className="feed-group">
        {ids.map((id, index) => (
          <FeedSlot key={id} id={id} space={space} index={from + index} />
        ))}
      </div>
    );
  },
  (before, now) => before.space === now.space && before.from === now.from && isSame(before.ids, now.ids),
);

export interface FeedGroupOfPage {
  key: string;
  from: number;
  ids: string[];
}

/** What is shown, cut where one page ends and the next begins; what stands before the pages comes first. */
export function groupByPage(
  { shown, ahead }: Pick<ArrangedFeed, 'shown' | 'ahead'>,
  pages: readonly { post_ids: readonly string[] }[],
): FeedGroupOfPage[] {
  const pageOf = new Map(pages.flatMap((page, n) => page.post_ids.map((id) => [id, n] as const)));
  const groups: FeedGroupOfPage[] = [];
  if (ahead > 0) groups.push({ key: 'ahead', from: 0, ids: shown.slice(0, ahead) });
  let last = -1;
  for (let index = ahead; index < shown.length; index += 1) {
    const id = shown[index] ?? '';
    // One that was unpinned stands among the posts of a later page than the one that brought it.
    const page = pageOf.get(id) ?? last;
    if (page > last || last === -1) {
      last = Math.max(0, page);
      groups.push({ key: `page ${last}`, from: Math.min(index, fromTheStart), ids: [id] });
    } else groups.at(-1)?.ids.push(id);
  }
  return groups;
}

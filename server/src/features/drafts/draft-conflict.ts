import type { DraftContent } from '#contract/drafts.ts';
import type { TypedContent } from './drafts.queries.ts';

/** Texts of other devices that are kept beside a draft. */
const savedConflicts = 5;

export function isEmptyContent({ title, body, upload_ids, poll }: DraftContent): boolean {
  const asks = poll !== null && [poll.question, ...poll.options].some((text) => text.trim() !== '');
  return title.trim() === '' && body === '' && upload_ids.length === 0 && !asks;
}

/** Whether two texts say the same; the order of fields does not count. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  const plain = ({ title, body, category_id, post_type, poll, upload_ids }: DraftContent) =>
    JSON.stringify([
      title,
      body,
      category_id,
      post_type,
      poll && [poll.question, poll.options, poll.multiple, poll.closes_at],
      upload_ids,
    ]);
  return plain(one) === plain(other);
}

interface Kept {
  content: TypedContent;
  conflicts: TypedContent[];
}

/**
 * What stands after a text meets the one that is kept. Written on top of it, it replaces it. Written beside it (on
 * another device that did not know of it) the one typed last stands, and the other one is put aside.
 */
export function settle(current: Kept, incoming: TypedContent, isOnTop: boolean): Kept {
  if (isOnTop || isSameContent(current.content, incoming)) {
    return { content: incoming, conflicts: tidy(current.conflicts, incoming) };
  }
  const [newer, older] =
    incoming.client_edited_at >= current.content.client_edited_at
      ? [incoming, current.content]
      : [current.content, incoming];
  return { content: newer, conflicts: tidy([older, ...current.conflicts], newer) };
}

function tidy(conflicts: TypedContent[], member_level: DraftContent): TypedContent[] {
  return conflicts
    .filter(
      (other, index) =>
        !isEmptyContent(other) &&
        !isSameContent(other, member_level) &&
        conflicts.findIndex((one) => isSameContent(one, other)) === index,
    )
    .slice(0, savedConflicts);
}

import type { DraftContent } from '#contract/drafts.ts';
import type { EditedContent } from './drafts.queries.ts';

/** Most conflicting versions kept with a draft. */
const maxConflicts = 5;

export function isEmptyContent({ title, body, upload_ids, poll }: DraftContent): boolean {
  const hasPoll = poll !== null && [poll.question, ...poll.options].some((text) => text.trim() !== '');
  return title.trim() === '' && body === '' && upload_ids.length === 0 && !hasPoll;
}

/** Returns whether two drafts have the same content; the order of their fields doesn't matter. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  const serialize = ({ title, body, category_id, post_type, poll, upload_ids }: DraftContent) =>
    JSON.stringify([
      title,
      body,
      category_id,
      post_type,
      poll && [poll.question, poll.options, poll.multiple, poll.closes_at],
      upload_ids,
    ]);
  return serialize(one) === serialize(other);
}

interface DraftState {
  content: EditedContent;
  conflicts: EditedContent[];
}

/**
 * Merges an incoming version into the stored draft. If it is based on the stored version (`isOnTop`), it replaces it.
 * Otherwise (another device that hadn't seen that version) the one edited last wins and the other becomes a conflict.
 */
export function resolveConflict(current: DraftState, incoming: EditedContent, isOnTop: boolean): DraftState {
  if (isOnTop || isSameContent(current.content, incoming)) {
    return { content: incoming, conflicts: dedupeConflicts(current.conflicts, incoming) };
  }
  const [newer, older] =
    incoming.client_edited_at >= current.content.client_edited_at
      ? [incoming, current.content]
      : [current.content, incoming];
  return { content: newer, conflicts: dedupeConflicts([older, ...current.conflicts], newer) };
}

function dedupeConflicts(conflicts: EditedContent[], winner: DraftContent): EditedContent[] {
  return conflicts
    .filter(
      (other, index) =>
        !isEmptyContent(other) &&
        !isSameContent(other, winner) &&
        conflicts.findIndex((one) => isSameContent(one, other)) === index,
    )
    .slice(0, maxConflicts);
}

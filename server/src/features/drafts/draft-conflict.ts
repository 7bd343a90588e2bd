import type { DraftContent } from '#contract/features/drafts/drafts.ts';
import { hasEqualFields, hasEqualItems, isEqual, orNull } from '#server/platform/fields/changed-fields.ts';
import type { EditedContent } from './drafts.queries.ts';

/** Most conflicting versions kept with a draft. */
const maxConflicts = 5;

export function isEmptyContent({ title, body, upload_ids, poll }: DraftContent): boolean {
  const hasPoll = poll !== null && [poll.question, ...poll.options].some((text) => text.trim() !== '');
  return title.trim() === '' && body === '' && upload_ids.length === 0 && !hasPoll;
}

const isSamePoll = hasEqualFields<NonNullable<DraftContent['poll']>>({
  question: isEqual,
  options: hasEqualItems,
  multiple: isEqual,
  closes_at: isEqual,
});

/** Returns whether two drafts have the same content. */
export const isSameContent = hasEqualFields<DraftContent>({
  title: isEqual,
  body: isEqual,
  category_id: isEqual,
  post_type: isEqual,
  poll: orNull(isSamePoll),
  upload_ids: hasEqualItems,
});

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

import type { ModerationCase } from '#contract/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { toImage, toStoredFile } from '../uploads/index.ts';
import type { CaseRow } from './cases.queries.ts';
import { canBan, canDecide } from './moderation.policy.ts';

/** Maps a case to what this moderator sees in the queue. */
export function toCase(row: CaseRow, viewer: Viewer, scope: SpaceContext): ModerationCase {
  const { author_role, is_author_banned, attached, ...rest } = row;
  const attachments = attached ?? [];
  const moderator = { user_id: viewer.user_id, role: scope.role };
  return {
    ...rest,
    images: attachments.filter((one) => one.storage_key === null).map(toImage),
    files: attachments.filter((one) => one.storage_key !== null).map(toStoredFile),
    permissions: {
      can_decide: canDecide(moderator, row.author.id),
      can_ban: canBan(moderator, {
        user_id: row.author.id,
        role: author_role,
        is_banned: is_author_banned,
      }),
    },
  };
}

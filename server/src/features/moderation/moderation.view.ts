import type { ModerationCase } from '#contract/features/moderation/moderation.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { splitAttachments } from '../uploads/index.ts';
import type { CaseRow } from './cases.queries.ts';
import { canBan, canResolve, canSeeReporter } from './moderation.policy.ts';

/** Maps a case to what this moderator sees in the queue. */
export function toCase(row: CaseRow, viewer: Viewer, scope: SpaceContext): ModerationCase {
  const { author_role, is_author_banned, attached, reports, ...rest } = row;
  const moderator = { user_id: viewer.user_id, role: scope.role };
  return {
    ...rest,
    reports: reports.map(({ about_moderator, reporter, ...report }) => ({
      ...report,
      reporter: canSeeReporter({ about_moderator }, author_role) ? reporter : null,
    })),
    ...splitAttachments(attached),
    permissions: {
      can_resolve: canResolve(moderator, row.author.id),
      can_ban: canBan(moderator, {
        user_id: row.author.id,
        role: author_role,
        is_banned: is_author_banned,
      }),
    },
  };
}

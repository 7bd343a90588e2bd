import type { MemberRole } from '#contract/features/members/members.ts';
import { t } from '#contract/i18n/translate.ts';

/** The toast for someone whose role was changed by others; null if there is nothing to report. */
export function toRoleToast(
  before: MemberRole | null,
  after: MemberRole | null,
  spaceName: string,
): string | null {
  if (before === after) return null;
  if (after === null) return t("You're no longer a member of {space}.", { space: spaceName });
  if (after === 'owner') return t("You're now the owner of {space}.", { space: spaceName });
  if (after === 'admin') return t("You're now an admin of {space}.", { space: spaceName });
  return before === null
    ? t("You're now a member of {space}.", { space: spaceName })
    : t("You're no longer an admin of {space}.", { space: spaceName });
}

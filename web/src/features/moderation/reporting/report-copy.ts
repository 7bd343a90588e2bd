import type { ReportReviewer } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { ToastOptions } from '#web/ui/overlays/toast.ts';

type Reported = { id: string; full_name: string };

/** Says who reviews a report about this person, before the report is sent. */
export function toReviewerText({ staff }: Pick<Space, 'staff'>, reported: Reported): string {
  const isModerator = staff.some(({ user }) => user.id === reported.id);
  if (!isModerator) return t('Only moderators can see that you reported it.');
  return staff.length > 1
    ? t("The other moderators can see your report, but not your name. {name} won't see it.", {
        name: reported.full_name,
      })
    : t("{name} is the only moderator here, so your report goes to this site's operator instead.", {
        name: reported.full_name,
      });
}

/** The toast after a report was sent. */
export function toReportedToast(response: {
  already: boolean;
  reviewed_by: ReportReviewer;
}): Pick<ToastOptions, 'title' | 'description'> {
  const reviewer = response.reviewed_by;
  return response.already
    ? {
        title: t('You already reported this'),
        description: t(
          "{reviewer, select, operator {This site's operator will let you know what they decide.} other {The moderators will let you know what they decide.}}",
          { reviewer },
        ),
      }
    : {
        title: t('Report sent'),
        description: t(
          "{reviewer, select, operator {This site's operator will review it.} other {The moderators will review it.}}",
          { reviewer },
        ),
      };
}

import type { ReportReviewer } from '#contract/moderation.ts';
import type { Space } from '#contract/spaces.ts';
import type { ToastOptions } from '#web/ui/toast.ts';

type Reported = { id: string; full_name: string };

/** Says who reviews a report about this person, before the report is sent. */
export function toReviewerText({ staff }: Pick<Space, 'staff'>, reported: Reported): string {
  const isModerator = staff.some(({ user }) => user.id === reported.id);
  if (!isModerator) return 'Only moderators can see that you reported it.';
  return staff.length > 1
    ? `Only the other moderators can see your report. ${reported.full_name} won't.`
    : `${reported.full_name} is the only moderator here, so your report goes to this site's operator instead.`;
}

/** The toast after a report was sent. */
export function toReportedToast(response: {
  already: boolean;
  reviewed_by: ReportReviewer;
}): Pick<ToastOptions, 'title' | 'description'> {
  const who = response.reviewed_by === 'operator' ? "This site's operator" : 'The moderators';
  return response.already
    ? { title: 'You already reported this', description: `${who} will let you know what they decide.` }
    : { title: 'Report sent', description: `${who} will review it.` };
}

import { t } from '#contract/i18n/translate.ts';
import { AppError } from '#server/platform/errors.ts';

/** Checks that the viewer can edit a course, or what belongs to it. @throws AppError `not_allowed` */
export function requireCanEdit({ can_edit }: { can_edit: boolean }): void {
  if (can_edit) return;
  const message = t('Only the owner, admins and the creator of the course can do this.');
  throw new AppError('not_allowed', null, { message });
}

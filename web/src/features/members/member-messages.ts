import { t } from '#contract/i18n/translate.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import type { ToastOptions } from '#web/ui/overlays/toast.ts';

const denied = [
  'role_change_not_allowed',
  'remove_not_allowed',
  'membership_required',
  'not_allowed',
] as const;
const notAllowed = [
  'owner_cannot_be_removed',
  'cannot_remove_self',
  'admins_cannot_remove_admins',
  'admins_cannot_change_admins',
] as const;

/** The toast for a failed action on a member; `title` is for failures that aren't a rejection by the server. */
export function toMemberFailure(
  error: unknown,
  title: string,
): Pick<ToastOptions, 'title' | 'description' | 'variant'> {
  const is = (codes: readonly (typeof denied | typeof notAllowed)[number][]) =>
    codes.some((code) => isApiError(error, code));
  return {
    title: is(denied) ? t('Permission denied') : is(notAllowed) ? t('Action Not Allowed') : title,
    description: toMessage(error, t('Please try again.')),
    variant: 'destructive',
  };
}

import { t } from '#contract/i18n/translate.ts';
import { ApiError, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import type { ToastOptions } from '#web/ui/overlays/toast.ts';

type NotificationInput = Pick<ToastOptions, 'title' | 'description' | 'variant'>;

/**
 * The toast for a failed join or join request. A rejection by the server is titled "Could Not Join Space"; anything
 * else is an error.
 */
export function toJoinFailure(error: unknown): NotificationInput {
  const variant = 'destructive';
  if (isApiError(error, 'authentication_required')) {
    return {
      title: t('Login required'),
      description: t('You need to be logged in to join a space.'),
      variant,
    };
  }
  const rejected = error instanceof ApiError && error.status < 500;
  return {
    title: rejected ? t('Could Not Join Space') : t('Error Joining Space'),
    description: toMessage(error, t('Join failed.')),
    variant,
  };
}

/** The toast for a join that the server refused in its response, for the reason that it gives. */
export function toJoinRefusal(reason: string): NotificationInput {
  return {
    title: t('Could Not Join Space'),
    description: reason || t('Join failed.'),
    variant: 'destructive',
  };
}

/** The toast for a failed attempt to leave. */
export function toLeaveFailure(error: unknown): NotificationInput {
  const variant = 'destructive';
  if (isApiError(error, 'authentication_required')) {
    return { title: t('Login Required'), description: t('You must be logged in to leave a space.'), variant };
  }
  return {
    title: isApiError(error, 'owner_cannot_leave') ? t('Cannot Leave Space') : t('Error Leaving Space'),
    description: toMessage(error, t('Please try again.')),
    variant,
  };
}

import { ApiError, isApiError } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import type { ToastOptions } from '#web/ui/toast.ts';

type NotificationInput = Pick<ToastOptions, 'title' | 'description' | 'variant'>;

/**
 * The toast for a failed join or join request. A rejection by the server is titled "Could Not Join Space"; anything
 * else is an error.
 */
export function toJoinFailure(error: unknown): NotificationInput {
  const variant = 'destructive';
  if (isApiError(error, 'authentication_required')) {
    return { title: 'Login required', description: 'You need to be logged in to join a space.', variant };
  }
  const rejected = error instanceof ApiError && error.status < 500;
  return {
    title: rejected ? 'Could Not Join Space' : 'Error Joining Space',
    description: toMessage(error, 'Join failed.'),
    variant,
  };
}

/** The toast for a failed attempt to leave. */
export function toLeaveFailure(error: unknown): NotificationInput {
  const variant = 'destructive';
  if (isApiError(error, 'authentication_required')) {
    return { title: 'Login Required', description: 'You must be logged in to leave a space.', variant };
  }
  return {
    title: isApiError(error, 'owner_cannot_leave') ? 'Cannot Leave Space' : 'Error Leaving Space',
    description: toMessage(error, 'Please try again.'),
    variant,
  };
}

import { t } from '#contract/i18n/translate.ts';
import { isApiError, NetworkError } from './api-client.ts';

/**
 * Returns the message to show for an error: the one of the server or of a network error, otherwise `fallback`. A request that
 * needs a session says that it has expired: pages of visitors send no such request.
 */
export function toMessage(error: unknown, fallback: string): string {
  if (isApiError(error, 'authentication_required')) return t('Your session has expired.');
  if (isApiError(error) || error instanceof NetworkError) return error.message || fallback;
  return fallback;
}

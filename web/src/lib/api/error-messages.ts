import { ApiError, NetworkError } from './api-client.ts';

/** Returns the message to show for an error: the one of the server or of a network error, otherwise `fallback`. */
export function toMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message || fallback;
  return fallback;
}

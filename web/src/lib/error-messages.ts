import { ApiError, NetworkError } from './api-client.ts';

/** The sentence to show for a failure: the server's own, that of a lost connection, else `fallback`. */
export function toMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.message || fallback;
  return fallback;
}

import { AppError } from '#server/platform/errors.ts';

/** Storage limits in bytes; null for no limit. */
export interface StorageLimits {
  /** Of one person's files that are not in use, or in no space. */
  person: number | null;
  /** Of one person's files for chat. */
  chat: number | null;
  space: number | null;
}

/**
 * Returns why these bytes can't be stored, or null if they can. `used` is what is stored plus what other uploads have
 * reserved; `space` is null for a file that belongs to no space, and `chat` for one that isn't for chat.
 */
export function denialReasonForStorage(
  used: { person: number; chat: number | null; space: number | null },
  bytes: number,
  limits: StorageLimits,
): AppError | null {
  if (limits.person !== null && used.person + bytes > limits.person) {
    return new AppError('upload_quota_reached', { limit_bytes: limits.person });
  }
  if (used.chat !== null && limits.chat !== null && used.chat + bytes > limits.chat) {
    return new AppError('chat_storage_full', { limit_bytes: limits.chat });
  }
  if (used.space !== null && limits.space !== null && used.space + bytes > limits.space) {
    return new AppError('space_storage_full', { limit_bytes: limits.space });
  }
  return null;
}

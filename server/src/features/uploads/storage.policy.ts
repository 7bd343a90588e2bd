import { AppError } from '#server/platform/errors.ts';

/** Limits of storage in bytes; null for none. */
export interface StorageLimits {
  /** Of one person's files that are not in use, or in no space. */
  person: number | null;
  space: number | null;
}

/**
 * Why no more bytes can be stored, null when they can. `used` is what is stored and what other uploads have reserved;
 * `space` is null for a file in no space.
 */
export function denialOfStorage(
  used: { person: number; space: number | null },
  bytes: number,
  limits: StorageLimits,
): AppError | null {
  if (limits.person !== null && used.person + bytes > limits.person) {
    return new AppError('upload_quota_reached', { limit_bytes: limits.person });
  }
  if (used.space !== null && limits.space !== null && used.space + bytes > limits.space) {
    return new AppError('space_storage_full', { limit_bytes: limits.space });
  }
  return null;
}

/** Whether a disk has room for more: a file lies there twice while it is taken in. `free` is null for a bucket. */
export function hasDiskSpace(free: number | null, reserved: number, bytes: number, floor: number): boolean {
  return free === null || free - 2 * (reserved + bytes) >= floor;
}

import { t } from '#contract/i18n/translate.ts';
import { AppError } from '../errors.ts';
import { NoCapacityError } from '../unavailable.ts';

/**
 * Checks that the disk keeps its free space (`floor`) with these bytes and those that are reserved. A file is on disk twice while it
 * is processed. `free` is null for object storage.
 * @throws AppError `unavailable`
 */
export function requireDiskSpace(free: number | null, reserved: number, bytes: number, floor: number): void {
  if (free === null || free - 2 * (reserved + bytes) >= floor) return;
  throw new AppError(
    'unavailable',
    { retry_after: 300 },
    {
      message: t("The server is low on disk space. Files can't be uploaded right now."),
      cause: new NoCapacityError('disk', `${free} bytes are free; FREE_DISK_FLOOR keeps ${floor}`),
    },
  );
}

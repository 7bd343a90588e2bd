import type { Account } from '#contract/users.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireTimeZone } from '#server/platform/time-zone.ts';
import { getAccount, isKnownTimeZone, updateTimeZone } from '../auth/index.ts';

/**
 * Sets a person's time zone. Without a mode, it is that of their browser, which doesn't replace one that they chose. The
 * database computes with it, so it has to know it too. Returns their account.
 * @throws AppError `unknown_time_zone`
 */
export async function setTimeZone(
  db: Database,
  userId: string,
  { time_zone: name, mode }: { time_zone: string; mode?: 'automatic' | 'fixed' | undefined },
): Promise<Account> {
  const time_zone = requireTimeZone(name);
  if (!(await isKnownTimeZone(db, time_zone))) throw new AppError('unknown_time_zone', { time_zone });
  const automatic = mode === undefined ? undefined : mode === 'automatic';
  await updateTimeZone(db, userId, { time_zone, automatic });
  return (await getAccount(db, userId)) as Account;
}

import { errorMessage } from '#contract/errors.ts';
import { subdomainField } from '#contract/features/spaces/spaces.ts';
import { reservedSubdomains } from '#contract/values/reserved-subdomains.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isSubdomainTaken } from './spaces.queries.ts';

/**
 * Returns whether a subdomain is available, with the reason if not. The reason is the message that creating the space
 * would return.
 */
export async function checkSubdomain(
  db: Db,
  name: string,
): Promise<{ available: boolean; reason: string | null }> {
  const parsed = subdomainField.safeParse(name);
  if (!parsed.success) return { available: false, reason: parsed.error.issues[0]?.message ?? null };
  if (reservedSubdomains.has(parsed.data)) {
    return { available: false, reason: errorMessage('subdomain_reserved') };
  }
  if (await isSubdomainTaken(db, parsed.data)) {
    return { available: false, reason: errorMessage('subdomain_taken') };
  }
  return { available: true, reason: null };
}

import type { Lock } from '#contract/features/access/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { AccessFacts } from './access.policy.ts';
import { listPrerequisiteTitles, type RuledItem, toLocks } from './list-locks.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A member for whom locks are previewed. */
export interface SupposedMember {
  level: number;
  days: number;
  is_paying: boolean;
  is_granted: boolean;
  has_completed: boolean;
}

/** Returns the locks that items of a space would have for a member about whom this is supposed, by the id of the item. */
export async function previewLocks(
  db: Database,
  spaceId: string,
  items: readonly RuledItem[],
  supposed: SupposedMember,
): Promise<Map<string, Lock>> {
  const now = nowIso();
  const targets = items.flatMap(({ access }) =>
    (access?.rules ?? []).flatMap((rule) => (rule.kind === 'prerequisite' ? [rule.target.id] : [])),
  );
  const facts: AccessFacts = {
    joined_at: new Date(nowMs() - supposed.days * dayMs).toISOString(),
    level: supposed.level,
    is_paid: supposed.is_paying,
    has_trial: false,
    completed: new Map(supposed.has_completed ? targets.map((id) => [id, now]) : []),
    granted: new Map(supposed.is_granted ? items.map(({ id }) => [id, now]) : []),
  };
  return toLocks(items, facts, await listPrerequisiteTitles(db, spaceId, items));
}

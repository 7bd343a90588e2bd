import type { AccessSettings } from '#contract/features/access/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LifecycleEvents } from '#server/platform/lifecycle.ts';
import { insertRulesOf, listExistingTargets, listPrerequisites, saveRules } from './access.queries.ts';
import { factsFor } from './list-locks.ts';
import { hasCycle } from './prerequisite-cycles.ts';
import { type NamedItem, recordAccess } from './record-access.ts';

/**
 * Checks after a change that nothing has become its own prerequisite. The caller has locked the space.
 * @throws AppError `prerequisite_cycle`
 */
export async function refuseCycles(tx: Tx, spaceId: string): Promise<void> {
  if (hasCycle(await listPrerequisites(tx, spaceId))) throw new AppError('prerequisite_cycle');
}

/** Returns rules as they are stored: times in UTC. */
const toStored = ({ match, rules }: AccessSettings): AccessSettings => ({
  match,
  rules: rules.map((rule) =>
    rule.kind === 'date' ? { ...rule, at: new Date(rule.at).toISOString() } : rule,
  ),
});

/**
 * Stores and returns the rules of an item; null without any. A change goes to the audit log.
 * @throws AppError `prerequisite_not_found`, `prerequisite_cycle`
 */
export async function saveAccess(
  tx: Tx,
  item: NamedItem,
  settings: AccessSettings,
  actorId: string,
): Promise<AccessSettings | null> {
  const access = toStored(settings);
  const { course_ids, page_ids } = factsFor([{ id: '', access }]);
  const targets = [...course_ids, ...page_ids];
  if (targets.length > 0) {
    const existing = await listExistingTargets(tx, item.space_id, { course_ids, page_ids });
    if (!targets.every((id) => existing.has(id))) throw new AppError('prerequisite_not_found');
  }
  const isOther = await saveRules(tx, item, access, nowIso());
  // Only courses, folders and pages can be part of a cycle. Their callers have locked the space.
  if (targets.length > 0 && item.course_id) await refuseCycles(tx, item.space_id);
  if (isOther) {
    const action = access.rules.length > 0 ? 'access_limited' : 'access_opened';
    await recordAccess(tx, item, { action, actor_id: actorId });
  }
  return access.rules.length > 0 ? access : null;
}

/** Gives a new copy of a page the rules of the page. They go to the audit log. */
export async function copyRules(tx: Tx, page: LifecycleEvents['coursePageCopied']): Promise<void> {
  const { space_id, course_id, page_id, copy_id, title, user_id: actor_id } = page;
  if (!(await insertRulesOf(tx, page_id, copy_id, nowIso()))) return;
  const copy = { space_id, course_id, page_id: copy_id, title };
  await recordAccess(tx, copy, { action: 'access_limited', actor_id });
}

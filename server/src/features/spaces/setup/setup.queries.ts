import { sql } from 'kysely';
import type { SetupState } from '#contract/features/spaces/setup.ts';
import { type SetupTask, setupTasks } from '#contract/values/setup-tasks.ts';
import type { Db } from '#server/platform/db/database.ts';

interface SpaceMember {
  space_id: string;
  user_id: string;
}

/** Returns the state of a space's setup guide for one moderator. */
export async function getSetup(db: Db, { space_id, user_id }: SpaceMember): Promise<SetupState> {
  const rows = await db
    .selectFrom('user_space_progress')
    .select('task_type')
    .select((eb) => [
      eb.fn<boolean>('bool_or', [eb('completed_at', 'is not', null)]).as('completed'),
      eb
        .fn<boolean>('bool_or', [eb.and([eb('user_id', '=', user_id), eb('setup_dismissed', '=', true)])])
        .as('dismissed'),
    ])
    .where('space_id', '=', space_id)
    .groupBy('task_type')
    .execute();
  const completed = setupTasks.filter((task) => rows.some((row) => row.task_type === task && row.completed));
  return { completed, dismissed: rows.some((row) => row.dismissed) };
}

/** Inserts the setup guide of a new space; the tasks in `done` are completed. */
export async function insertGuide(
  db: Db,
  member: SpaceMember,
  { done, at }: { done: readonly SetupTask[]; at: string },
): Promise<void> {
  const rows = setupTasks.map((task_type) => ({
    ...member,
    task_type,
    completed_at: done.includes(task_type) ? at : null,
    updated_at: at,
  }));
  await db.insertInto('user_space_progress').values(rows).execute();
}

/** Records who completed a task first. Returns false if it was completed already. */
export async function insertCompletion(
  db: Db,
  { space_id, user_id, task_type, at }: SpaceMember & { task_type: SetupTask; at: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_space_progress as mine (space_id, user_id, task_type, completed_at, updated_at)
    select ${space_id}::uuid, ${user_id}::uuid, ${task_type}, ${at}::timestamptz, ${at}::timestamptz
    where not exists (select from user_space_progress p
      where p.space_id = ${space_id}::uuid and p.task_type = ${task_type} and p.completed_at is not null)
    on conflict (space_id, user_id, task_type)
      do update set completed_at = excluded.completed_at, updated_at = excluded.updated_at
      where mine.completed_at is null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Locks the user's guide rows in the order of the tasks. Every write of several rows uses this order, so that
 * completing a task at the same time can't deadlock.
 */
async function lockGuide(db: Db, { space_id, user_id }: SpaceMember): Promise<void> {
  await db
    .selectFrom('user_space_progress')
    .select('task_type')
    .where('space_id', '=', space_id)
    .where('user_id', '=', user_id)
    .orderBy(sql`array_position(${[...setupTasks]}::text[], task_type)`)
    .forUpdate()
    .execute();
}

/** Records on every task's row that the user dismissed the guide. Returns false if it was dismissed already. */
export async function upsertDismissal(db: Db, member: SpaceMember, at: string): Promise<boolean> {
  const dismissed = { setup_dismissed: true, setup_dismissed_at: at, updated_at: at };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_space_progress')
    .values(setupTasks.map((task_type) => ({ ...member, task_type, ...dismissed })))
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'user_id', 'task_type'])
        .doUpdateSet(dismissed)
        .where('user_space_progress.setup_dismissed', '=', false),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Deletes the dismissal, and rows that hold nothing else. Returns false if there was none. Call it in a transaction.
 */
export async function deleteDismissal(
  db: Db,
  { space_id, user_id }: SpaceMember,
  at: string,
): Promise<boolean> {
  await lockGuide(db, { space_id, user_id });
  const { numDeletedRows } = await db
    .deleteFrom('user_space_progress')
    .where('space_id', '=', space_id)
    .where('user_id', '=', user_id)
    .where('setup_dismissed', '=', true)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  const { numUpdatedRows } = await db
    .updateTable('user_space_progress')
    .set({ setup_dismissed: false, setup_dismissed_at: null, updated_at: at })
    .where('space_id', '=', space_id)
    .where('user_id', '=', user_id)
    .where('setup_dismissed', '=', true)
    .executeTakeFirst();
  return numDeletedRows + numUpdatedRows > 0n;
}

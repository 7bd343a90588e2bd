import { sql } from 'kysely';
import type { CaseOutcome, ReportReason } from '#contract/moderation.ts';
import type { Db } from '#server/platform/db/database.ts';

export type ReportedKind = 'post' | 'comment' | 'member';

/** Something that can be reported: whose it is and where it stands. */
export interface ReportTarget {
  kind: ReportedKind;
  id: string;
  author_id: string;
  post_id: string | null;
  comment_id: string | null;
}

/** A living post, a living comment, an active member (or the owner) of the space; null for anything else. */
export async function selectTarget(
  db: Db,
  spaceId: string,
  kind: ReportedKind,
  id: string,
): Promise<ReportTarget | null> {
  const sources = {
    post: sql`select user_id as author_id, id as post_id, null::uuid as comment_id from posts
      where id = ${id}::uuid and space_id = ${spaceId}::uuid and deleted_at is null`,
    comment: sql`select user_id as author_id, post_id, id as comment_id from post_comments
      where id = ${id}::uuid and space_id = ${spaceId}::uuid and deleted_at is null`,
    member: sql`select ${id}::uuid as author_id, null::uuid as post_id, null::uuid as comment_id
      where exists (select 1 from space_members
        where space_id = ${spaceId}::uuid and user_id = ${id}::uuid and status = 'active')
      or exists (select 1 from spaces where id = ${spaceId}::uuid and owner_id = ${id}::uuid)`,
  };
  const { rows } = await sql<Omit<ReportTarget, 'kind' | 'id'>>`${sources[kind]}`.execute(db);
  return rows[0] ? { kind, id, ...rows[0] } : null;
}

/** The words of a rule of the space; null when there is no such rule. */
export async function selectRuleText(db: Db, spaceId: string, ruleId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select rule->>'text' as text from spaces, jsonb_array_elements(coalesce(rules_list, '[]'::jsonb)) rule
    where id = ${spaceId}::uuid and rule->>'id' = ${ruleId} limit 1`.execute(db);
  return rows[0]?.text ?? null;
}

export async function selectHasReported(
  db: Db,
  spaceId: string,
  target: ReportTarget,
  reporterId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('moderation_reports')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a report in the open case of a thing, which it opens if there is none. */
export async function upsertOpenCase(
  db: Db,
  spaceId: string,
  target: ReportTarget,
  made: { id: string; created_at: string },
): Promise<{ id: string; is_new: boolean }> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into moderation_cases (id, space_id, kind, target_id, author_id, post_id, comment_id, report_count, created_at)
    values (${made.id}::uuid, ${spaceId}::uuid, ${target.kind}, ${target.id}::uuid, ${target.author_id}::uuid,
      ${target.post_id}::uuid, ${target.comment_id}::uuid, 1, ${made.created_at})
    on conflict (space_id, kind, target_id) where handled_at is null
      do update set report_count = moderation_cases.report_count + 1
    returning id, id = ${made.id}::uuid as is_new`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A report found no case');
  return row;
}

export async function insertReport(
  db: Db,
  report: {
    id: string;
    case_id: string;
    space_id: string;
    kind: ReportedKind;
    target_id: string;
    reporter_id: string;
    reason: ReportReason;
    rule_text: string | null;
    note: string | null;
    created_at: string;
  },
): Promise<void> {
  await db.insertInto('moderation_reports').values(report).execute();
}

/** Changes how many cases of a space are open; such changes follow one another, so the version tells which is newest. */
export async function changeOpenCount(
  db: Db,
  spaceId: string,
  change: number,
): Promise<{ open_count: number; version: number }> {
  const { rows } = await sql<{ open_count: number; version: number }>`
    insert into moderation_counts (space_id, open_count, version) values (${spaceId}::uuid, ${change}, 1)
    on conflict (space_id) do update set open_count = moderation_counts.open_count + ${change},
      version = moderation_counts.version + 1
    returning open_count, version`.execute(db);
  return rows[0] ?? { open_count: 0, version: 0 };
}

export async function selectOpenCount(
  db: Db,
  spaceId: string,
): Promise<{ open_count: number; version: number }> {
  const row = await db
    .selectFrom('moderation_counts')
    .select(['open_count', 'version'])
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return row ?? { open_count: 0, version: 0 };
}

export async function selectCaseFacts(db: Db, spaceId: string, caseId: string) {
  return await db
    .selectFrom('moderation_cases')
    .select(['id', 'kind', 'target_id', 'author_id', 'post_id', 'comment_id', 'outcome'])
    .where('id', '=', caseId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
}

export interface Decision {
  outcome: CaseOutcome;
  outcome_reason: string | null;
  handled_by: string;
  handled_at: string;
}

/** Closes an open case; false when it was decided already. */
export async function updateCaseDecided(db: Db, caseId: string, decision: Decision): Promise<boolean> {
  const result = await db
    .updateTable('moderation_cases')
    .set(decision)
    .where('id', '=', caseId)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Closes the open case of a thing, if there is one. */
export async function updateOpenCaseDecided(
  db: Db,
  spaceId: string,
  kind: ReportedKind,
  targetId: string,
  decision: Decision,
): Promise<boolean> {
  const result = await db
    .updateTable('moderation_cases')
    .set(decision)
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

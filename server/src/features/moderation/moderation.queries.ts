import { sql } from 'kysely';
import type { CaseOutcome, ModerationCase, ReportReason } from '#contract/features/moderation/moderation.ts';
import type { Target } from '#contract/values/targets.ts';
import type { Db } from '#server/platform/db/database.ts';
import { allWith, type FoundTarget, type Targets } from '#server/platform/targets.ts';

export type ReportedKind = ModerationCase['kind'];

/** What a report is about. */
export type ReportTarget = FoundTarget & Target<ReportedKind>;

/** Joins the content `t` of the case `m`, whatever its kind. Without content of its own, `t.found` is null. */
export function joinReported(targets: Targets) {
  const contents = allWith(targets, 'reports').flatMap(({ content }) => content ?? []);
  return sql`left join lateral (select true as found, x.* from (${sql.join(contents, sql` union all `)}) x) t on true`;
}

/** Returns the text of a rule of the space, or null if it doesn't exist. */
export async function findRuleText(db: Db, spaceId: string, ruleId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select rule->>'text' as text from spaces, jsonb_array_elements(coalesce(rules_list, '[]'::jsonb)) rule
    where id = ${spaceId}::uuid and rule->>'id' = ${ruleId} limit 1`.execute(db);
  return rows[0]?.text ?? null;
}

export async function hasReported(
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

/** Adds a report to the open case about a target, or opens a case. */
export async function upsertOpenCase(
  db: Db,
  spaceId: string,
  target: ReportTarget,
  newCase: { id: string; created_at: string },
): Promise<{ id: string; is_new: boolean }> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into moderation_cases (id, space_id, kind, target_id, author_id, post_id, report_count, created_at)
    values (${newCase.id}::uuid, ${spaceId}::uuid, ${target.kind}, ${target.id}::uuid, ${target.author_id}::uuid,
      ${target.post_id}::uuid, 1, ${newCase.created_at})
    on conflict (space_id, kind, target_id) where resolved_at is null
      do update set report_count = moderation_cases.report_count + 1
    returning id, id = ${newCase.id}::uuid as is_new`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The case upsert returned no row');
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
    about_moderator: boolean;
    created_at: string;
  },
): Promise<void> {
  await db.insertInto('moderation_reports').values(report).execute();
}

/** Changes the number of open cases of a space. Changes run one after another, so the highest version is the latest. */
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

/** The cases about a moderator, which are left out of the counts that they see. */
interface HiddenCases {
  open: number;
  /** The number of their reports and resolutions. Each of them increased the version of the count. */
  changes: number;
}

const hiddenColumns = sql`count(*) filter (where m.resolved_at is null)::int as open,
  (coalesce(sum(m.report_count), 0) + count(m.resolved_at))::int as changes`;

/** Returns the cases hidden from each of these users. Users without cases about them have no entry. */
export async function listHiddenCases(
  db: Db,
  spaceId: string,
  userIds: string[],
): Promise<Map<string, HiddenCases>> {
  const { rows } = await sql<HiddenCases & { author_id: string }>`
    select m.author_id, ${hiddenColumns} from moderation_cases m
    where m.space_id = ${spaceId}::uuid and m.author_id = any(${userIds}::uuid[])
    group by m.author_id`.execute(db);
  return new Map(rows.map(({ author_id, ...hidden }) => [author_id, hidden]));
}

/**
 * Returns the number of open cases that this moderator sees. Cases about themselves affect neither the count nor the
 * version.
 */
export async function countOpenCases(
  db: Db,
  spaceId: string,
  viewerId: string,
): Promise<{ open_count: number; version: number }> {
  const { rows } = await sql<{ open_count: number; version: number }>`
    select c.open_count - h.open as open_count, c.version - h.changes as version
    from moderation_counts c
    cross join lateral (select ${hiddenColumns} from moderation_cases m
      where m.space_id = c.space_id and m.author_id = ${viewerId}::uuid) h
    where c.space_id = ${spaceId}::uuid`.execute(db);
  return rows[0] ?? { open_count: 0, version: 0 };
}

export async function findCase(db: Db, spaceId: string, caseId: string) {
  return await db
    .selectFrom('moderation_cases')
    .select(['id', 'kind', 'target_id', 'author_id', 'post_id', 'outcome'])
    .where('id', '=', caseId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
}

export interface CaseResolution {
  outcome: CaseOutcome;
  outcome_reason: string | null;
  resolved_by: string;
  resolved_at: string;
}

/** Resolves an open case. Returns false if it is already resolved. */
export async function updateCaseOutcome(
  db: Db,
  caseId: string,
  resolution: CaseResolution,
): Promise<boolean> {
  const result = await db
    .updateTable('moderation_cases')
    .set(resolution)
    .where('id', '=', caseId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface CaseRef {
  id: string;
  author_id: string;
}

/** Resolves the open case about a target, unless it is about the resolver. Returns the case if there was one. */
export async function updateOpenCaseOutcome(
  db: Db,
  spaceId: string,
  kind: ReportedKind,
  targetId: string,
  resolution: CaseResolution,
): Promise<CaseRef | undefined> {
  return await db
    .updateTable('moderation_cases')
    .set(resolution)
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('author_id', '<>', resolution.resolved_by)
    .where('resolved_at', 'is', null)
    .returning(['id', 'author_id'])
    .executeTakeFirst();
}

/** A resolved case, as its reporters are notified of it. */
export interface ResolvedCase {
  id: string;
  space_id: string;
  kind: ReportedKind;
  target_id: string;
  post_id: string | null;
  outcome: CaseOutcome;
  resolved_by: string | null;
  /** Whether the reported content can still be opened. */
  is_available: boolean;
}

export async function findResolvedCase(
  db: Db,
  targets: Targets,
  caseId: string,
): Promise<ResolvedCase | null> {
  const { rows } = await sql<ResolvedCase>`
    select m.id, m.space_id, m.kind, m.target_id, m.post_id, m.outcome, m.resolved_by,
      t.deleted_at is null and p.deleted_at is null and t.found is true as is_available
    from moderation_cases m left join posts p on p.id = m.post_id ${joinReported(targets)}
    where m.id = ${caseId}::uuid and m.outcome is not null`.execute(db);
  return rows[0] ?? null;
}

/** Marks some of a case's reports as notified and returns their reporters; no one is returned twice. */
export async function markReportersNotified(
  db: Db,
  caseId: string,
  now: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reporter_id: string }>`
    update moderation_reports set notified_at = ${now}::timestamptz where id in (
      select id from moderation_reports where case_id = ${caseId}::uuid and notified_at is null
      order by reporter_id limit ${limit} for update skip locked)
    returning reporter_id`.execute(db);
  return rows.map(({ reporter_id }) => reporter_id);
}

/** Returns the names for an email about a report. */
export async function getReportContext(
  db: Db,
  spaceId: string,
  authorId: string,
  reporterId: string,
): Promise<{ space_name: string; subdomain: string; author_name: string; reporter_name: string }> {
  return await db
    .selectFrom('spaces as s')
    .innerJoin('users as a', (join) => join.on('a.id', '=', authorId))
    .innerJoin('users as r', (join) => join.on('r.id', '=', reporterId))
    .select([
      's.name as space_name',
      's.subdomain',
      'a.full_name as author_name',
      'r.full_name as reporter_name',
    ])
    .where('s.id', '=', spaceId)
    .executeTakeFirstOrThrow();
}

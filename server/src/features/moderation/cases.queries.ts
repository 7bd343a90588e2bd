import { sql } from 'kysely';
import type { ModerationCase } from '#contract/features/moderation/moderation.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson, personJsonOrNull } from '#server/platform/people/person.queries.ts';
import type { Targets } from '#server/platform/targets.ts';
import type { AttachedRow } from '../uploads/index.ts';
import { joinReported } from './moderation.queries.ts';

type Report = ModerationCase['reports'][number];
/** A report with its reporter, whom the viewer may not see: see `canSeeReporter`. */
export interface ReportRow extends Omit<Report, 'reporter'> {
  reporter: NonNullable<Report['reporter']>;
  about_moderator: boolean;
}

export interface CaseRow extends Omit<ModerationCase, 'images' | 'files' | 'permissions' | 'reports'> {
  reports: ReportRow[];
  attached: AttachedRow[] | null;
  /** The author's current role in the space; null if they aren't a member. */
  author_role: 'owner' | 'admin' | 'member' | null;
  is_author_banned: boolean;
}

/** Returns a page of a space's cases with their content, latest first, as one moderator sees them. */
export async function listCases(
  db: Db,
  targets: Targets,
  input: {
    space_id: string;
    /** Cases about this user are left out. */
    viewer_id: string;
    status: 'open' | 'resolved';
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<CaseRow[]> {
  const at = sql.ref(input.status === 'open' ? 'm.created_at' : 'm.resolved_at');
  const state = sql.raw(input.status === 'open' ? 'is null' : 'is not null');
  const after = input.after
    ? sql`and (${at}, m.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<CaseRow>`
    select m.id, m.space_id, m.kind, m.target_id, m.report_count, m.created_at, m.resolved_at, m.outcome,
      m.outcome_reason, ${personJson('a')} as author,
      ${personJsonOrNull('h')} as resolved_by,
      case when p.id is not null then json_build_object('id', p.id, 'slug', p.slug, 'title', p.title,
        'is_deleted', p.deleted_at is not null) end as post,
      t.excerpt, t.body, t.deleted_at, t.attached,
      case when s.owner_id = m.author_id then 'owner' else (select x.role from space_members x
        where x.space_id = m.space_id and x.user_id = m.author_id and x.status = 'active') end as author_role,
      exists (select from space_members x where x.space_id = m.space_id and x.user_id = m.author_id
        and x.banned_at is not null) as is_author_banned,
      (select json_agg(latest) from (
        select r.id, ${personJson('u')} as reporter, r.reason, r.rule_text, r.note, r.about_moderator,
          to_char(r.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
        from moderation_reports r join users u on u.id = r.reporter_id where r.case_id = m.id
        order by r.created_at desc limit 5) latest) as reports
    from moderation_cases m join spaces s on s.id = m.space_id join users a on a.id = m.author_id
      left join users h on h.id = m.resolved_by left join posts p on p.id = m.post_id
      ${joinReported(targets)}
    where m.space_id = ${input.space_id}::uuid and m.resolved_at ${state} and m.author_id <> ${input.viewer_id}::uuid ${after}
    order by ${at} desc, m.id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Counts a report about a user that no email to the operator has mentioned. Returns when the last email about them was
 * sent. Reports to the operator are counted one after another: this locks all counts until the transaction ends.
 */
export async function countUnsentReport(db: Db, authorId: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operator-emails', 0))`.execute(db);
  const { rows } = await sql<{ emailed_at: string | null }>`
    insert into operator_emails (author_id, unsent_reports) values (${authorId}::uuid, 1)
    on conflict (author_id) do update set unsent_reports = operator_emails.unsent_reports + 1
    returning emailed_at`.execute(db);
  return rows[0]?.emailed_at ?? null;
}

/** Records an email about a user. Returns how many reports about anyone no email has mentioned, and resets the counts. */
export async function takeUnsentReports(db: Db, authorId: string, at: string): Promise<number> {
  const { rows } = await sql<{ unsent: number }>`
    with unsent as (select coalesce(sum(unsent_reports), 0)::int as unsent from operator_emails),
      taken as (
        update operator_emails set unsent_reports = 0,
          emailed_at = case when author_id = ${authorId}::uuid then ${at}::timestamptz else emailed_at end
        where unsent_reports > 0 or author_id = ${authorId}::uuid)
    select unsent from unsent`.execute(db);
  return rows[0]?.unsent ?? 0;
}

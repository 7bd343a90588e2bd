import { sql } from 'kysely';
import { type AvatarPerson, avatarPerson } from '#contract/users.ts';
import type { Db } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

export interface CertificateRow {
  code: string;
  name: string;
  course_title: string;
  space_name: string;
  issued_at: string;
  revoked_at: string | null;
}

const columns = ['code', 'name', 'course_title', 'space_name', 'issued_at', 'revoked_at'] as const;

/** Returns whether a course gives certificates. */
export async function givesCertificates(db: Db, courseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('course_certificates')
    .select('course_id')
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores whether a course gives certificates. */
export async function updateGivesCertificates(
  db: Db,
  course: { course_id: string; space_id: string; created_at: string },
  isOn: boolean,
): Promise<void> {
  if (isOn)
    await db
      .insertInto('course_certificates')
      .values(course)
      .onConflict((conflict) => conflict.column('course_id').doNothing())
      .execute();
  else await db.deleteFrom('course_certificates').where('course_id', '=', course.course_id).execute();
}

/** Returns the certificate that someone has of a course; null without one. */
export async function findOwnCertificate(
  db: Db,
  courseId: string,
  userId: string | null,
): Promise<CertificateRow | null> {
  if (userId === null) return null;
  const row = await db
    .selectFrom('certificates')
    .select(columns)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the certificate with a code; null without one. */
export async function findCertificate(db: Db, code: string): Promise<CertificateRow | null> {
  const row = await db.selectFrom('certificates').select(columns).where('code', '=', code).executeTakeFirst();
  return row ?? null;
}

/** Issues a certificate with the current names; keeps one that exists. */
export async function insertCertificate(
  db: Db,
  certificate: { id: string; code: string; user_id: string; course_id: string; issued_at: string },
): Promise<void> {
  const { id, code, user_id, course_id, issued_at } = certificate;
  await sql`insert into certificates (id, code, user_id, course_id, space_id, name, course_title, space_name, issued_at)
    select ${id}::uuid, ${code}, u.id, c.id, s.id, u.full_name, c.title, s.name, ${issued_at}::timestamptz
    from users u, courses c join spaces s on s.id = c.space_id
    where u.id = ${user_id}::uuid and c.id = ${course_id}::uuid
    on conflict (course_id, user_id) do nothing`.execute(db);
}

/** Revokes a certificate of a course, or makes it valid again. Returns it as it is now; null without one. */
export async function updateRevoked(
  db: Db,
  certificate: { course_id: string; code: string; revoked_at: string | null },
): Promise<CertificateRow | null> {
  const { course_id, code, revoked_at } = certificate;
  const row = await db
    .updateTable('certificates')
    // Revoking it again keeps when it was revoked.
    .set({ revoked_at: revoked_at === null ? null : sql`coalesce(revoked_at, ${revoked_at}::timestamptz)` })
    .where('course_id', '=', course_id)
    .where('code', '=', code)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

export interface ListedCertificateRow extends CertificateRow {
  id: string;
  person: AvatarPerson;
}

/** Returns certificates of a course, latest first. */
export async function listCertificates(
  db: Db,
  page: { course_id: string; after: { issued_at: string; id: string } | null; limit: number },
): Promise<ListedCertificateRow[]> {
  const { course_id, after, limit } = page;
  const { rows } = await sql<ListedCertificateRow>`
    select c.id, c.code, c.name, c.course_title, c.space_name, c.issued_at, c.revoked_at, ${personJson('u', avatarPerson)} as person
    from certificates c join users u on u.id = c.user_id
    where c.course_id = ${course_id}::uuid
      ${after ? sql`and (c.issued_at, c.id) < (${after.issued_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by c.issued_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { QuizQuestion } from '#contract/features/quizzes/questions.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Answers } from './grading.ts';

export interface QuizRow {
  page_id: string;
  space_id: string;
  questions: QuizQuestion[];
  pass_percent: number;
  max_attempts: number | null;
  is_shuffled: boolean;
  version: number;
}

const columns = [
  'page_id',
  'space_id',
  'questions',
  'pass_percent',
  'max_attempts',
  'is_shuffled',
  'version',
] as const;

/** Returns the quiz of a page; null without one. `locks` keeps others from changing it until the transaction ends. */
export async function findQuiz(db: Db, pageId: string, { locks = false } = {}): Promise<QuizRow | null> {
  const { rows } = await sql<QuizRow>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from quizzes where page_id = ${pageId}::uuid
    ${locks ? sql`for share` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the quiz of a page. */
export async function upsertQuiz(
  db: Db,
  { questions, ...quiz }: QuizRow & { updated_by: string; updated_at: string },
): Promise<void> {
  const fields = { ...quiz, questions: JSON.stringify(questions) };
  await db
    .insertInto('quizzes')
    .values(fields)
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(fields))
    .execute();
}

/** Deletes the quiz of a page with its attempts. Returns false if it has none. */
export async function deleteQuizRow(db: Db, pageId: string): Promise<boolean> {
  const result = await db.deleteFrom('quizzes').where('page_id', '=', pageId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Copies the quiz of a page to another one. Returns false if it has none. */
export async function copyQuiz(db: Db, pageId: string, copyId: string, at: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into quizzes (page_id, space_id, questions, pass_percent, max_attempts, is_shuffled, version, updated_by, updated_at)
    select ${copyId}::uuid, space_id, questions, pass_percent, max_attempts, is_shuffled, 1, updated_by, ${at}::timestamptz
    from quizzes where page_id = ${pageId}::uuid`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface AttemptRow {
  number: number;
  answers: Answers;
  submitted_at: string | null;
  results: Record<string, boolean> | null;
  percent: number | null;
  is_passed: boolean | null;
}

export interface AttemptsOfLearner {
  /** The latest two attempts, latest first: one that was begun, and one that was submitted. */
  latest: AttemptRow[];
  has_passed: boolean;
}

/** Returns what someone answered in the quiz of a page. */
export async function findAttempts(
  db: Db,
  pageId: string,
  userId: string | null,
): Promise<AttemptsOfLearner> {
  const { rows } = await sql<AttemptRow & { has_passed: boolean }>`
    select a.number, a.responses as answers, a.submitted_at, a.results, a.percent, a.is_passed,
      exists (select from quiz_attempts p where p.page_id = a.page_id and p.user_id = a.user_id and p.is_passed) as has_passed
    from quiz_attempts a where a.page_id = ${pageId}::uuid and a.user_id = ${userId}::uuid
    order by a.number desc limit 2`.execute(db);
  return { latest: rows, has_passed: rows[0]?.has_passed ?? false };
}

/** Returns one attempt; null without it. */
export async function findAttempt(
  db: Db,
  { page_id, user_id, number }: { page_id: string; user_id: string; number: number },
): Promise<AttemptRow | null> {
  const row = await db
    .selectFrom('quiz_attempts')
    .select(['number', 'submitted_at', 'percent', 'is_passed'])
    .select(sql<Answers>`responses`.as('answers'))
    .select(sql<AttemptRow['results']>`results`.as('results'))
    .where('page_id', '=', page_id)
    .where('user_id', '=', user_id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

interface AttemptKey {
  page_id: string;
  user_id: string;
  number: number;
}

/** Adds an answer to an attempt, which begins with the first one. */
export async function saveAnswer(
  db: Db,
  answer: AttemptKey & { space_id: string; answers: Answers; started_at: string },
): Promise<void> {
  const { page_id, user_id, number, space_id, started_at } = answer;
  const answers = JSON.stringify(answer.answers);
  await sql`insert into quiz_attempts as a (page_id, user_id, number, space_id, responses, started_at)
    values (${page_id}::uuid, ${user_id}::uuid, ${number}, ${space_id}::uuid, ${answers}::jsonb, ${started_at}::timestamptz)
    on conflict (page_id, user_id, number) do update set responses = a.responses || excluded.responses`.execute(
    db,
  );
}

/** Stores what came of an attempt. */
export async function submitAttempt(
  db: Db,
  { page_id, user_id, number }: AttemptKey,
  graded: { submitted_at: string; results: Record<string, boolean>; percent: number; is_passed: boolean },
): Promise<void> {
  await db
    .updateTable('quiz_attempts')
    .set({ ...graded, results: JSON.stringify(graded.results) })
    .where('page_id', '=', page_id)
    .where('user_id', '=', user_id)
    .where('number', '=', number)
    .execute();
}

interface StatisticsRow {
  attempt_count: number;
  learner_count: number;
  passed_count: number;
  average_percent: number | null;
  answered: Record<string, number> | null;
  right: Record<string, number> | null;
}

/** Returns how learners did in the latest attempts, at most `limit` of them. */
export async function summarizeAttempts(db: Db, pageId: string, limit: number): Promise<StatisticsRow> {
  const { rows } = await sql<StatisticsRow>`
    with latest as (
      select user_id, is_passed, percent, results from quiz_attempts
      where page_id = ${pageId}::uuid and submitted_at is not null order by submitted_at desc limit ${limit}),
    questions as (
      select r.key as id, count(*)::int as answered, (count(*) filter (where r.value = 'true'))::int as right_count
      from latest l cross join jsonb_each_text(l.results) r group by r.key)
    select count(*)::int as attempt_count, count(distinct user_id)::int as learner_count,
      (count(distinct user_id) filter (where is_passed))::int as passed_count, round(avg(percent))::int as average_percent,
      (select jsonb_object_agg(id, answered) from questions) as answered,
      (select jsonb_object_agg(id, right_count) from questions) as right
    from latest`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate returned no row');
  return row;
}

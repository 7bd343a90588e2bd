import { sql } from 'kysely';
import type { Caption, Chapter } from '#contract/features/videos/video-texts.ts';
import type { Db } from '#server/platform/db/database.ts';

/** Returns the captions of a video in a language; null without any. */
export async function findCaptions(db: Db, upload_id: string, language: string): Promise<Caption[] | null> {
  const { rows } = await sql<{ captions: Caption[] }>`
    select captions from video_captions
    where upload_id = ${upload_id}::uuid and language = ${language}`.execute(db);
  return rows[0]?.captions ?? null;
}

/** Returns the languages in which a video has captions. */
export async function listCaptionLanguages(db: Db, upload_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('video_captions')
    .select('language')
    .where('upload_id', '=', upload_id)
    .execute();
  return rows.map(({ language }) => language);
}

export async function saveCaptions(
  db: Db,
  texts: { upload_id: string; language: string; space_id: string; captions: Caption[]; at: string },
): Promise<void> {
  const { upload_id, language, space_id, at } = texts;
  await sql`
    insert into video_captions (upload_id, language, space_id, captions, updated_at)
    values (${upload_id}::uuid, ${language}, ${space_id}::uuid, ${JSON.stringify(texts.captions)}::jsonb,
      ${at}::timestamptz)
    on conflict (upload_id, language) do update set captions = excluded.captions, updated_at = excluded.updated_at`.execute(
    db,
  );
}

export async function deleteCaptions(db: Db, upload_id: string, language: string): Promise<void> {
  await db
    .deleteFrom('video_captions')
    .where('upload_id', '=', upload_id)
    .where('language', '=', language)
    .execute();
}

export async function updateChapters(db: Db, upload_id: string, chapters: Chapter[]): Promise<void> {
  await sql`update videos set chapters = ${JSON.stringify(chapters)}::jsonb
    where upload_id = ${upload_id}::uuid`.execute(db);
}

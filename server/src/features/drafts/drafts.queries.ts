import type { DraftContent } from '#contract/features/drafts/drafts.ts';
import type { Db } from '#server/platform/db/database.ts';

/** The content of a draft as stored, with the time it was edited on the device. */
export type EditedContent = DraftContent & { client_edited_at: string };

export interface DraftRow {
  user_id: string;
  space_id: string;
  client_id: string;
  content: DraftContent;
  conflicts: EditedContent[];
  version: number;
  client_edited_at: string;
}

export async function findDraft(db: Db, userId: string, spaceId: string): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('drafts')
    .select(['user_id', 'space_id', 'client_id', 'content', 'conflicts', 'version', 'client_edited_at'])
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return (row as unknown as DraftRow | undefined) ?? null;
}

/** Inserts or replaces a draft. */
export async function upsertDraft(db: Db, draft: DraftRow, now: string): Promise<void> {
  const { user_id, space_id, content, conflicts, ...rest } = draft;
  const columns = {
    ...rest,
    content: JSON.stringify(content),
    conflicts: JSON.stringify(conflicts),
    updated_at: now,
  };
  await db
    .insertInto('drafts')
    .values({ user_id, space_id, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'space_id']).doUpdateSet(columns))
    .execute();
}

export async function deleteDraft(db: Db, userId: string, spaceId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Returns which of these uploads a draft can reference: the user's own for this space, not attached, and either
 * recent or already in the draft.
 */
export async function listUsableUploads(
  db: Db,
  input: { user_id: string; space_id: string; upload_ids: string[]; uploaded_after: string },
): Promise<Set<string>> {
  if (input.upload_ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploads as f')
    .select('f.id')
    .where('f.id', 'in', input.upload_ids)
    .where('f.user_id', '=', input.user_id)
    .where('f.space_id', '=', input.space_id)
    .where('f.purpose', 'in', ['post_image', 'post_file'])
    .where('f.attached_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('f.created_at', '>', input.uploaded_after),
        eb.exists(
          eb
            .selectFrom('draft_uploads as d')
            .select('d.upload_id')
            .whereRef('d.upload_id', '=', 'f.id')
            .where('d.user_id', '=', input.user_id)
            .where('d.space_id', '=', input.space_id),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Records which uploads a draft references. */
export async function replaceDraftUploads(
  db: Db,
  draft: { user_id: string; space_id: string },
  uploadIds: string[],
): Promise<void> {
  let obsolete = db
    .deleteFrom('draft_uploads')
    .where('user_id', '=', draft.user_id)
    .where('space_id', '=', draft.space_id);
  if (uploadIds.length > 0) obsolete = obsolete.where('upload_id', 'not in', uploadIds);
  await obsolete.execute();
  if (uploadIds.length === 0) return;
  const { user_id, space_id } = draft;
  await db
    .insertInto('draft_uploads')
    .values(uploadIds.map((upload_id) => ({ user_id, space_id, upload_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

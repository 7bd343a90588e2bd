import type { Draft, DraftContent, SavedText } from '#contract/features/drafts/drafts.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { findCreatedId } from '#server/platform/db/created.queries.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachableSince } from '#server/platform/files/attachable-since.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import { requireActiveMember } from '../members/index.ts';
import { loadAttachments } from '../uploads/index.ts';
import { isEmptyContent, isSameContent, resolveConflict } from './draft-conflict.ts';
import {
  type DraftRow,
  deleteDraft,
  type EditedContent,
  findDraft,
  listUsableUploads,
  replaceDraftUploads,
  upsertDraft,
} from './drafts.queries.ts';

export interface DraftInput {
  client_id: string;
  base_version: number;
  client_edited_at: string;
  content: DraftContent;
  discard_conflicts: boolean;
}

async function publishDraft(
  tx: Tx,
  draft: { user_id: string; space_id: string; client_id: string; version: number | null },
): Promise<void> {
  const { user_id, space_id, client_id, version } = draft;
  await publish(tx, userChannel(user_id), 'draft.changed', { space_id, client_id, version });
}

const uploadsOf = (row: Pick<DraftRow, 'content' | 'conflicts'>): string[] => [
  ...new Set([row.content, ...row.conflicts].flatMap(({ upload_ids }) => upload_ids)),
];

/** Returns the user's draft in a space with its attachments, or null. */
export async function readDraft(db: Database | Tx, userId: string, spaceId: string): Promise<Draft | null> {
  const row = await findDraft(db, userId, spaceId);
  if (!row) return null;
  const { images, files } = await loadAttachments(db, userId, uploadsOf(row));
  const toSavedText = (content: EditedContent): SavedText => {
    const upload_ids = content.upload_ids.filter((id) => images.has(id) || files.has(id));
    return {
      ...content,
      upload_ids,
      attachments: upload_ids.flatMap((id) => images.get(id) ?? []),
      files: upload_ids.flatMap((id) => files.get(id) ?? []),
    };
  };
  const { content, conflicts, client_edited_at, space_id, client_id, version } = row;
  return {
    ...toSavedText({ ...content, client_edited_at }),
    space_id,
    client_id,
    version,
    conflicts: conflicts.map(toSavedText),
  };
}

/**
 * Saves the viewer's draft in a space. Uploads that they can't use are dropped, so that the text is saved anyway.
 * Empty content without conflicts deletes the draft.
 * @throws AppError `draft_already_posted` when it has been posted meanwhile, `post_too_long` when its HTML is too
 * long
 */
export async function saveDraft(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  input: DraftInput,
): Promise<{ draft: Draft | null; accepted: boolean }> {
  const draftKey = { user_id: viewer.user_id, space_id: scope.space_id };
  const { html: body } = requireRichText(input.content.body, 'draft');
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, draftKey.space_id, draftKey.user_id, { exclusive: true });
    if (await findCreatedId(tx, 'posts', { ...draftKey, client_id: input.client_id }))
      throw new AppError('draft_already_posted');
    const now = nowIso();
    const usable = await listUsableUploads(tx, {
      ...draftKey,
      upload_ids: input.content.upload_ids,
      uploaded_after: attachableSince(now),
    });
    const incoming: EditedContent = {
      ...input.content,
      body,
      upload_ids: [...new Set(input.content.upload_ids)].filter((id) => usable.has(id)),
      client_edited_at: input.client_edited_at < now ? new Date(input.client_edited_at).toISOString() : now,
    };
    const row = await findDraft(tx, draftKey.user_id, draftKey.space_id);
    const { content, conflicts } = resolveAgainst(row, incoming, input);
    if (isEmptyContent(content) && conflicts.length === 0) {
      if (row && (await deleteDraft(tx, draftKey.user_id, draftKey.space_id))) {
        await publishDraft(tx, { ...draftKey, client_id: row.client_id, version: null });
      }
      return { draft: null, accepted: true };
    }
    const unchanged =
      row !== null && isSameContent(row.content, content) && row.conflicts.length === conflicts.length;
    if (!unchanged) {
      const { client_edited_at, ...text } = content;
      const next: DraftRow = {
        ...draftKey,
        client_id: content === incoming || !row ? input.client_id : row.client_id,
        content: text,
        conflicts,
        version: (row?.version ?? 0) + 1,
        client_edited_at,
      };
      await upsertDraft(tx, next, now);
      await replaceDraftUploads(tx, draftKey, uploadsOf(next));
      await publishDraft(tx, next);
    }
    const draft = await readDraft(tx, draftKey.user_id, draftKey.space_id);
    return { draft, accepted: content === incoming };
  });
}

function resolveAgainst(row: DraftRow | null, incoming: EditedContent, input: DraftInput) {
  if (!row) return { content: incoming, conflicts: [] };
  const isOnTop = input.base_version === row.version;
  const current = {
    content: { ...row.content, client_edited_at: row.client_edited_at },
    // A device that hasn't seen the latest version may not have seen all conflicts either.
    conflicts: input.discard_conflicts && isOnTop ? [] : row.conflicts,
  };
  return resolveConflict(current, incoming, isOnTop);
}

/** Deletes the viewer's draft in a space. */
export async function discardDraft(db: Database, viewer: Viewer, scope: SpaceContext): Promise<void> {
  const draftKey = { user_id: viewer.user_id, space_id: scope.space_id };
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, draftKey.space_id, draftKey.user_id, { exclusive: true });
    const row = await findDraft(tx, draftKey.user_id, draftKey.space_id);
    if (!row) return;
    await deleteDraft(tx, draftKey.user_id, draftKey.space_id);
    await publishDraft(tx, { ...draftKey, client_id: row.client_id, version: null });
  });
}

/**
 * Deletes the draft with this client id, inside the transaction that creates the post. If it has conflicts, the first
 * of them becomes the draft.
 */
export async function finishDraft(
  tx: Tx,
  draftKey: { user_id: string; space_id: string },
  clientId: string,
): Promise<void> {
  const row = await findDraft(tx, draftKey.user_id, draftKey.space_id);
  if (row?.client_id !== clientId) return;
  const [first, ...conflicts] = row.conflicts;
  if (!first) {
    await deleteDraft(tx, draftKey.user_id, draftKey.space_id);
    await publishDraft(tx, { ...draftKey, client_id: clientId, version: null });
    return;
  }
  const { client_edited_at, ...content } = first;
  const next = { ...row, client_id: newId(), content, conflicts, client_edited_at, version: row.version + 1 };
  await upsertDraft(tx, next, nowIso());
  await replaceDraftUploads(tx, draftKey, uploadsOf(next));
  await publishDraft(tx, next);
}

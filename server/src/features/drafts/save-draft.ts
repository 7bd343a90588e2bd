import type { Draft, DraftContent, SavedText } from '#contract/drafts.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import { requireActiveMember } from '../members/index.ts';
import { attachableSince, loadAttachments } from '../uploads/index.ts';
import { isEmptyContent, isSameContent, settle } from './draft-conflict.ts';
import {
  type DraftRow,
  deleteDraft,
  findDraft,
  isPosted,
  listUsableUploads,
  replaceDraftUploads,
  type TypedContent,
  upsertDraft,
} from './drafts.queries.ts';

export interface SentDraft {
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
  await publish(tx, userTopic(user_id), 'draft.changed', { space_id, client_id, version });
}

const uploadsOf = (row: Pick<DraftRow, 'content' | 'conflicts'>): string[] => [
  ...new Set([row.content, ...row.conflicts].flatMap(({ upload_ids }) => upload_ids)),
];

/** A draft with what its texts hold. */
export async function readDraft(db: Database | Tx, userId: string, spaceId: string): Promise<Draft | null> {
  const row = await findDraft(db, userId, spaceId);
  if (!row) return null;
  const { images, files } = await loadAttachments(db, userId, uploadsOf(row));
  const toSaved = (content: TypedContent): SavedText => {
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
    ...toSaved({ ...content, client_edited_at }),
    space_id,
    client_id,
    version,
    conflicts: conflicts.map(toSaved),
  };
}

/**
 * Keeps what somebody is writing in a space. Uploads that they may not use are left out: the text is worth more. An empty
 * text with nothing beside it is no draft.
 * @throws AppError `draft_already_posted` when a post was sent from it meanwhile, `post_too_long` when its HTML is
 */
export async function saveDraft(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  sent: SentDraft,
): Promise<{ draft: Draft | null; accepted: boolean }> {
  const place = { user_id: viewer.user_id, space_id: scope.space_id };
  const { html: body } = requireRichText(sent.content.body, 'draft');
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, place.space_id, place.user_id, { alone: true });
    if (await isPosted(tx, place.user_id, sent.client_id)) throw new AppError('draft_already_posted');
    const now = nowIso();
    const usable = await listUsableUploads(tx, {
      ...place,
      upload_ids: sent.content.upload_ids,
      made_after: attachableSince(now),
    });
    const incoming: TypedContent = {
      ...sent.content,
      body,
      upload_ids: [...new Set(sent.content.upload_ids)].filter((id) => usable.has(id)),
      client_edited_at: sent.client_edited_at < now ? new Date(sent.client_edited_at).toISOString() : now,
    };
    const row = await findDraft(tx, place.user_id, place.space_id);
    const { content, conflicts } = settleWith(row, incoming, sent);
    if (isEmptyContent(content) && conflicts.length === 0) {
      if (row && (await deleteDraft(tx, place.user_id, place.space_id))) {
        await publishDraft(tx, { ...place, client_id: row.client_id, version: null });
      }
      return { draft: null, accepted: true };
    }
    const unchanged =
      row !== null && isSameContent(row.content, content) && row.conflicts.length === conflicts.length;
    if (!unchanged) {
      const { client_edited_at, ...text } = content;
      const next: DraftRow = {
        ...place,
        client_id: content === incoming || !row ? sent.client_id : row.client_id,
        content: text,
        conflicts,
        version: (row?.version ?? 0) + 1,
        client_edited_at,
      };
      await upsertDraft(tx, next, now);
      await replaceDraftUploads(tx, place, uploadsOf(next));
      await publishDraft(tx, next);
    }
    const draft = await readDraft(tx, place.user_id, place.space_id);
    return { draft, accepted: content === incoming };
  });
}

function settleWith(row: DraftRow | null, incoming: TypedContent, sent: SentDraft) {
  if (!row) return { content: incoming, conflicts: [] };
  const current = {
    content: { ...row.content, client_edited_at: row.client_edited_at },
    conflicts: sent.discard_conflicts ? [] : row.conflicts,
  };
  return settle(current, incoming, sent.base_version === row.version);
}

/** Throws away what somebody was writing in a space. */
export async function discardDraft(db: Database, viewer: Viewer, scope: SpaceContext): Promise<void> {
  const place = { user_id: viewer.user_id, space_id: scope.space_id };
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, place.space_id, place.user_id, { alone: true });
    const row = await findDraft(tx, place.user_id, place.space_id);
    if (!row) return;
    await deleteDraft(tx, place.user_id, place.space_id);
    await publishDraft(tx, { ...place, client_id: row.client_id, version: null });
  });
}

/**
 * The draft with this client id has become a post: it goes, inside the transaction that writes the post. A text of
 * another device that lay beside it becomes the draft.
 */
export async function finishDraft(
  tx: Tx,
  place: { user_id: string; space_id: string },
  clientId: string,
): Promise<void> {
  const row = await findDraft(tx, place.user_id, place.space_id);
  if (row?.client_id !== clientId) return;
  const [first, ...conflicts] = row.conflicts;
  if (!first) {
    await deleteDraft(tx, place.user_id, place.space_id);
    await publishDraft(tx, { ...place, client_id: clientId, version: null });
    return;
  }
  const { client_edited_at, ...content } = first;
  const next = { ...row, client_id: newId(), content, conflicts, client_edited_at, version: row.version + 1 };
  await upsertDraft(tx, next, nowIso());
  await replaceDraftUploads(tx, place, uploadsOf(next));
  await publishDraft(tx, next);
}

import type { Draft, DraftContent, KeptText } from '#contract/drafts.ts';
import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import { requireActiveMember } from '../members/index.ts';
import { attachableSince, selectAttachments } from '../uploads/index.ts';
import { isEmptyContent, isSameContent, settle } from './draft-conflict.ts';
import {
  type DraftRow,
  deleteDraft,
  replaceDraftUploads,
  selectDraft,
  selectIsPosted,
  selectUsableUploads,
  type TypedContent,
  upsertDraft,
} from './drafts.queries.ts';

export interface SentDraft {
  client_id: string;
  base_version: number;
  typed_at: string;
  content: DraftContent;
  drop_others: boolean;
}

async function publishDraft(
  tx: Tx,
  draft: { user_id: string; space_id: string; client_id: string; version: number | null },
): Promise<void> {
  const { user_id, space_id, client_id, version } = draft;
  await publish(tx, userTopic(user_id), 'draft.changed', { space_id, client_id, version });
}

const uploadsOf = (row: Pick<DraftRow, 'content' | 'others'>): string[] => [
  ...new Set([row.content, ...row.others].flatMap(({ upload_ids }) => upload_ids)),
];

/** A draft with what its texts hold. */
export async function readDraft(db: Database | Tx, userId: string, spaceId: string): Promise<Draft | null> {
  const row = await selectDraft(db, userId, spaceId);
  if (!row) return null;
  const { pictures, files } = await selectAttachments(db, userId, uploadsOf(row));
  const toKept = (content: TypedContent): KeptText => {
    const upload_ids = content.upload_ids.filter((id) => pictures.has(id) || files.has(id));
    return {
      ...content,
      upload_ids,
      attachments: upload_ids.flatMap((id) => pictures.get(id) ?? []),
      files: upload_ids.flatMap((id) => files.get(id) ?? []),
    };
  };
  const { content, others, typed_at, space_id, client_id, version } = row;
  return {
    ...toKept({ ...content, typed_at }),
    space_id,
    client_id,
    version,
    others: others.map(toKept),
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
  scope: SpaceScope,
  sent: SentDraft,
): Promise<{ draft: Draft | null; is_sent: boolean }> {
  const place = { user_id: viewer.user_id, space_id: scope.space_id };
  const { html: body } = requireRichText(sent.content.body, 'draft');
  return await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, place.space_id, place.user_id, { alone: true });
    if (await selectIsPosted(tx, place.user_id, sent.client_id)) throw new AppError('draft_already_posted');
    const now = nowText();
    const usable = await selectUsableUploads(tx, {
      ...place,
      upload_ids: sent.content.upload_ids,
      made_after: attachableSince(now),
    });
    const incoming: TypedContent = {
      ...sent.content,
      body,
      upload_ids: [...new Set(sent.content.upload_ids)].filter((id) => usable.has(id)),
      typed_at: sent.typed_at < now ? new Date(sent.typed_at).toISOString() : now,
    };
    const row = await selectDraft(tx, place.user_id, place.space_id);
    const { content, others } = settleWith(row, incoming, sent);
    if (isEmptyContent(content) && others.length === 0) {
      if (row && (await deleteDraft(tx, place.user_id, place.space_id))) {
        await publishDraft(tx, { ...place, client_id: row.client_id, version: null });
      }
      return { draft: null, is_sent: true };
    }
    const unchanged =
      row !== null && isSameContent(row.content, content) && row.others.length === others.length;
    if (!unchanged) {
      const { typed_at, ...text } = content;
      const next: DraftRow = {
        ...place,
        client_id: content === incoming || !row ? sent.client_id : row.client_id,
        content: text,
        others,
        version: (row?.version ?? 0) + 1,
        typed_at,
      };
      await upsertDraft(tx, next, now);
      await replaceDraftUploads(tx, place, uploadsOf(next));
      await publishDraft(tx, next);
    }
    const draft = await readDraft(tx, place.user_id, place.space_id);
    return { draft, is_sent: content === incoming };
  });
}

function settleWith(row: DraftRow | null, incoming: TypedContent, sent: SentDraft) {
  if (!row) return { content: incoming, others: [] };
  const current = {
    content: { ...row.content, typed_at: row.typed_at },
    others: sent.drop_others ? [] : row.others,
  };
  return settle(current, incoming, sent.base_version === row.version);
}

/** Throws away what somebody was writing in a space. */
export async function discardDraft(db: Database, viewer: Viewer, scope: SpaceScope): Promise<void> {
  const place = { user_id: viewer.user_id, space_id: scope.space_id };
  await db.transaction().execute(async (tx) => {
    await requireActiveMember(tx, place.space_id, place.user_id, { alone: true });
    const row = await selectDraft(tx, place.user_id, place.space_id);
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
  const row = await selectDraft(tx, place.user_id, place.space_id);
  if (row?.client_id !== clientId) return;
  const [first, ...others] = row.others;
  if (!first) {
    await deleteDraft(tx, place.user_id, place.space_id);
    await publishDraft(tx, { ...place, client_id: clientId, version: null });
    return;
  }
  const { typed_at, ...content } = first;
  const next = { ...row, client_id: newId(), content, others, typed_at, version: row.version + 1 };
  await upsertDraft(tx, next, nowText());
  await replaceDraftUploads(tx, place, uploadsOf(next));
  await publishDraft(tx, next);
}

import type { Draft, DraftContent, SavedText } from '#contract/features/drafts/drafts.ts';
import type { ImageFile, StoredFile } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { toText } from '#web/lib/text/rich-text.ts';

/** A draft as stored in the browser. */
export interface LocalDraft extends Omit<DraftContent, 'upload_ids'> {
  client_id: string;
  /** Images and files in order. */
  stored: (ImageFile | StoredFile)[];
  /** The server version it is based on; 0 for none. */
  version: number;
  client_edited_at: string;
  /** Whether the server has all of it. */
  synced: boolean;
}

/** Creates an empty draft. */
export function newLocalDraft(now: number): LocalDraft {
  return {
    client_id: newClientId(),
    title: '',
    body: '',
    category_id: null,
    post_type: 'post',
    poll: null,
    stored: [],
    version: 0,
    client_edited_at: new Date(now).toISOString(),
    synced: true,
  };
}

/** Returns the attachments of a saved draft in the order of `upload_ids`. */
function toAttachments({ upload_ids, attachments, files }: SavedText): (ImageFile | StoredFile)[] {
  const byId = new Map([...attachments, ...files].map((one) => [one.id, one]));
  return upload_ids.flatMap((id) => byId.get(id) ?? []);
}

/** Converts a saved draft of the server to form values. */
export function fromSaved(saved: SavedText): Omit<LocalDraft, 'client_id' | 'version' | 'synced'> {
  const { title, body, category_id, post_type, poll, client_edited_at } = saved;
  return { title, body, category_id, post_type, poll, client_edited_at, stored: toAttachments(saved) };
}

export function fromServer(draft: Draft): LocalDraft {
  return { ...fromSaved(draft), client_id: draft.client_id, version: draft.version, synced: true };
}

export function toContent({ title, body, category_id, post_type, poll, stored }: LocalDraft): DraftContent {
  return { title, body, category_id, post_type, poll, upload_ids: stored.map(({ id }) => id) };
}

type Text = Pick<DraftContent, 'title' | 'body' | 'poll'>;

export function isEmptyText({ title, body, poll, count }: Text & { count: number }): boolean {
  const hasPoll = poll !== null && [poll.question, ...poll.options].some((text) => text.trim() !== '');
  return title.trim() === '' && body === '' && count === 0 && !hasPoll;
}

/** Returns the beginning of a draft for display, or the number of its files if it has no text. */
export const getPreview = ({ title, body, poll, files }: Text & { files: number }): string =>
  title.trim() ||
  toText(body).slice(0, 100) ||
  poll?.question.trim() ||
  t('{count, plural, one {# file without text} other {# files without text}}', { count: files });

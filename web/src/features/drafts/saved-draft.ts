import { type LocalDraft, newLocalDraft } from './local-draft.ts';

/** The name under which the browser keeps the draft of a post in a space. */
export const draftKeyOf = (spaceId: string) => `post:${spaceId}`;

/** Parses a stored draft, including the format used before drafts were saved on the server. */
export function readSaved(value: unknown): LocalDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('synced' in value) return value as LocalDraft;
  const { images = [], ...old } = value as Partial<LocalDraft> & { images?: LocalDraft['stored'] };
  return { ...newLocalDraft(0), ...old, stored: images, synced: false };
}

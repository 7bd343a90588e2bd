import { useEffect, useRef } from 'react';
import type { Attachment } from '#contract/features/uploads/uploads.ts';

interface FilesInDraftOptions {
  /** The files of the draft; null until there is one. */
  inDraft: readonly Attachment[] | null;
  /** The files of the form; those without `stored` are being uploaded. */
  items: readonly { stored: Attachment | null }[];
  /** Shows the files of the draft in the form. */
  show: (files: readonly Attachment[]) => void;
  /** Keeps the files of the form in the draft. */
  keep: (files: Attachment[]) => void;
}

const idsOf = (files: readonly Attachment[]) => files.map(({ id }) => id).join();

/**
 * Keeps the draft and the form in sync: files become part of the draft once they are uploaded, moved or removed, and files of
 * a draft that was restored or changed on another device are shown.
 */
export function useFilesInDraft({ inDraft, items, show, keep }: FilesInDraftOptions): void {
  /** The files that the draft and the form had when they were last equal. */
  const synced = useRef<string | null>(null);
  const latest = useRef({ inDraft, items, show, keep });
  useEffect(() => {
    latest.current = { inDraft, items, show, keep };
  });
  const draftIds = inDraft && idsOf(inDraft);
  const formIds = idsOf(items.flatMap(({ stored }) => stored ?? []));
  useEffect(() => {
    const now = latest.current;
    if (draftIds === null || now.inDraft === null || draftIds === formIds) {
      synced.current = draftIds;
    } else if (synced.current === null || draftIds !== synced.current) {
      // Follow the side that changed since both were equal.
      synced.current = draftIds;
      now.show(now.inDraft);
    } else {
      synced.current = formIds;
      now.keep(now.items.flatMap(({ stored }) => stored ?? []));
    }
  }, [draftIds, formIds]);
}

import { useMemo } from 'react';
import { useAttachments } from './use-attachments.ts';

interface Options {
  space_id: string;
  purpose: 'post_image' | 'comment_image';
  max: number;
}

/** The pictures of a text that takes nothing else: sent as they are chosen, each with its progress, removable. */
export function usePictures({ space_id, purpose, max }: Options) {
  const place = purpose === 'post_image' ? 'post' : 'comment';
  const attachments = useAttachments({ space_id, place, max, onlyPictures: true });
  const { items } = attachments;
  const chosen = useMemo(
    () => items.map((item) => ({ ...item, picture: item.stored?.kind === 'image' ? item.stored : null })),
    [items],
  );
  return { ...attachments, items: chosen };
}

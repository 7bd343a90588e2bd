import { useCallback, useEffect, useRef, useState } from 'react';
import type { Picture } from '#contract/uploads.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { sortFiles } from '#web/ui/accept-files.ts';
import { uploadFile } from './upload-file.ts';

/** A picture on its way to the server, or there already (`picture`). */
export interface ChosenPicture {
  key: string;
  name: string;
  /** Address of what the browser shows meanwhile. */
  preview: string | null;
  /** Share that has been sent, 0 to 1. */
  progress: number;
  /** Why it could not be sent. */
  error: string | null;
  picture: Picture | null;
}

/** What the server takes (document 3): it looks again at what a file really is. */
const rules = { accept: 'image/jpeg,image/png,image/gif,image/webp', maxSize: 10 * 1024 * 1024 };
export const acceptedPictures = rules.accept;

interface Options {
  space_id: string;
  purpose: 'post_image' | 'comment_image';
  max: number;
}

let count = 0;

const stored = (picture: Picture): ChosenPicture => ({
  key: picture.id,
  name: picture.file_name,
  preview: null,
  progress: 1,
  error: null,
  picture,
});

/** The pictures of a text that is being written: sent as they are chosen, each with its progress, removable. */
export function usePictures({ space_id, purpose, max }: Options) {
  const [items, setItems] = useState<ChosenPicture[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const files = useRef(new Map<string, { file: File; abort: AbortController }>());

  const change = useCallback((key: string, changes: Partial<ChosenPicture>) => {
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }, []);

  const send = useCallback(
    (key: string, file: File) => {
      const abort = new AbortController();
      files.current.set(key, { file, abort });
      change(key, { progress: 0, error: null });
      uploadFile(file, {
        purpose,
        space_id,
        signal: abort.signal,
        onProgress: (progress) => change(key, { progress }),
      }).then(
        (picture) => change(key, { picture, progress: 1 }),
        (error: unknown) => {
          if (!abort.signal.aborted)
            change(key, { error: toMessage(error, 'The picture could not be sent.') });
        },
      );
    },
    [change, purpose, space_id],
  );

  const add = (chosen: readonly File[]) => {
    const sorted = sortFiles(chosen, { ...rules, room: max - items.length });
    setRefused(sorted.refused.map((one) => one.message));
    const added = sorted.taken.map((file) => {
      count += 1;
      const item: ChosenPicture = {
        key: `new-${count}`,
        name: file.name,
        preview: URL.createObjectURL(file),
        progress: 0,
        error: null,
        picture: null,
      };
      return { file, item };
    });
    setItems((now) => [...now, ...added.map(({ item }) => item)]);
    for (const { file, item } of added) send(item.key, file);
  };

  const forget = (item: ChosenPicture) => {
    files.current.get(item.key)?.abort.abort();
    files.current.delete(item.key);
    if (item.preview) URL.revokeObjectURL(item.preview);
  };

  const remove = (key: string) => {
    const item = items.find((one) => one.key === key);
    if (item) forget(item);
    setRefused([]);
    setItems((now) => now.filter((one) => one.key !== key));
  };

  const retry = (key: string) => {
    const kept = files.current.get(key);
    if (kept) send(key, kept.file);
  };

  /** Shows these stored pictures instead, such as those of a kept draft. */
  const replace = useCallback((pictures: readonly Picture[]) => {
    setRefused([]);
    setItems(pictures.map(stored));
  }, []);

  useEffect(() => {
    const sending = files.current;
    return () => {
      for (const { abort } of sending.values()) abort.abort();
    };
  }, []);

  return { items, refused, add, remove, retry, replace };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attachment as StoredAttachment } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes, maxVideoSeconds } from '#contract/values/limits.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { sortFiles } from '#web/ui/fields/accept-files.ts';
import { deleteUpload } from './delete-upload.ts';
import { isImage, uploadFile } from './upload-file.ts';

/** A file that is being uploaded, or is already stored (`stored`). */
export interface Attachment {
  key: string;
  name: string;
  kind: 'image' | 'document' | 'video';
  /** Object URL of an image, for a preview during the upload. */
  preview: string | null;
  /** Uploaded share, 0 to 1. */
  progress: number;
  /** Why the upload failed. */
  error: string | null;
  stored: StoredAttachment | null;
}

/** The accepted file types; the server checks the actual content again. */
const images = 'image/jpeg,image/png,image/gif,image/webp';
const documents = '.pdf,.doc,.docx,.txt,.md';
const videos = '.mp4,.m4v,.webm,.mov';
export const accepted = { images, documents, all: `${images},${documents},${videos}` } as const;

interface Options {
  space_id: string;
  purpose: 'post' | 'comment';
  max: number;
  /** Files that a post or comment already contains. Removing one here doesn't delete it. */
  attached?: readonly { id: string }[];
}

const kindOf = (file: File): Attachment['kind'] => {
  if (isImage(file)) return 'image';
  return /\.(mp4|m4v|webm|mov)$/i.test(file.name) ? 'video' : 'document';
};

const toAttachment = (stored: StoredAttachment): Attachment => ({
  key: stored.id,
  name: stored.file_name,
  kind: stored.kind,
  preview: null,
  progress: 1,
  error: null,
  stored,
});

/** Separates files that the server would reject, with a message for each. */
function sortChosen(chosen: readonly File[], room: number): { taken: File[]; messages: string[] } {
  const { taken, rejected } = sortFiles(chosen, { accept: accepted.all, room });
  const messages = rejected.map(({ message }) => message);
  const matching: File[] = [];
  for (const file of taken) {
    const sorted = sortFiles([file], { maxSize: maxFileBytes[kindOf(file)] });
    matching.push(...sorted.taken);
    messages.push(...sorted.rejected.map(({ message }) => message));
  }
  return { taken: matching, messages };
}

/** Whether a video is too long, as far as the browser can read it; false if it can't. */
function isTooLong(file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const address = URL.createObjectURL(file);
    const end = (isLong: boolean) => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      resolve(isLong);
    };
    const timer = setTimeout(() => end(false), 3_000);
    video.preload = 'metadata';
    video.onloadedmetadata = () =>
      end(Number.isFinite(video.duration) && video.duration > maxVideoSeconds + 1);
    video.onerror = () => end(false);
    video.src = address;
  });
}

let count = 0;

function toNewAttachment(file: File): Attachment {
  count += 1;
  const kind = kindOf(file);
  return {
    key: `new-${count}`,
    name: file.name,
    kind,
    preview: kind === 'image' ? URL.createObjectURL(file) : null,
    progress: 0,
    error: null,
    stored: null,
  };
}

interface Uploads extends Pick<Options, 'space_id' | 'purpose'> {
  /** Called with the progress, and then with the stored file or the error. Must not change between renders. */
  change: (key: string, changes: Partial<Attachment>) => void;
}

/** Uploads files, each with the key of its attachment. Uploads in progress are canceled when the component unmounts. */
function useUploads({ space_id, purpose, change }: Uploads) {
  const files = useRef(new Map<string, { file: File; abort: AbortController }>());
  const send = useCallback(
    async (key: string, file: File) => {
      const abort = new AbortController();
      files.current.set(key, { file, abort });
      change(key, { progress: 0, error: null });
      if (kindOf(file) === 'video' && (await isTooLong(file))) {
        return change(key, { error: t('The video is longer than 5 minutes.') });
      }
      if (abort.signal.aborted) return;
      try {
        const stored = await uploadFile(file, {
          purpose,
          space_id,
          signal: abort.signal,
          onProgress: (progress) => change(key, { progress }),
        });
        change(key, { stored, progress: 1 });
      } catch (error) {
        if (!abort.signal.aborted) change(key, { error: toMessage(error, t("Couldn't upload the file.")) });
      }
    },
    [change, purpose, space_id],
  );
  const retry = (key: string) => {
    const upload = files.current.get(key);
    if (upload) void send(key, upload.file);
  };
  const cancel = (key: string) => {
    files.current.get(key)?.abort.abort();
    files.current.delete(key);
  };
  useEffect(() => {
    const sending = files.current;
    return () => {
      for (const { abort } of sending.values()) abort.abort();
    };
  }, []);
  return { send, retry, cancel };
}

/**
 * The attachments of a text that is being written: uploaded as soon as they are chosen, with progress, removable and
 * sortable.
 */
export function useAttachments({ space_id, purpose, max, attached = [] }: Options) {
  const [items, setItems] = useState<Attachment[]>([]);
  const [rejected, setRejected] = useState<string[]>([]);
  const change = useCallback((key: string, changes: Partial<Attachment>) => {
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }, []);
  const { send, retry, cancel } = useUploads({ space_id, purpose, change });

  const add = (chosen: readonly File[]) => {
    const { taken, messages } = sortChosen(chosen, max - items.length);
    setRejected(messages);
    const added = taken.map((file) => ({ file, item: toNewAttachment(file) }));
    setItems((now) => [...now, ...added.map(({ item }) => item)]);
    for (const { file, item } of added) void send(item.key, file);
  };

  /** Removes a file. One that isn't posted yet is deleted, so that it no longer counts against the user's limit. */
  const remove = (key: string) => {
    const item = items.find((one) => one.key === key);
    cancel(key);
    if (item?.preview) URL.revokeObjectURL(item.preview);
    setRejected([]);
    setItems((now) => now.filter((one) => one.key !== key));
    const { id } = item?.stored ?? {};
    if (id === undefined || attached.some((one) => one.id === id)) return;
    deleteUpload(id);
  };

  /** Moves an item by one position. */
  const move = (key: string, by: -1 | 1) =>
    setItems((now) => {
      const from = now.findIndex((one) => one.key === key);
      const to = from + by;
      const [item, other] = [now[from], now[to]];
      if (!item || !other) return now;
      return now.with(from, other).with(to, item);
    });

  /** Replaces the stored files, such as with those of a restored draft; uploads in progress stay. */
  const replace = useCallback((stored: readonly StoredAttachment[]) => {
    setRejected([]);
    setItems((now) => [...stored.map(toAttachment), ...now.filter((item) => !item.stored)]);
  }, []);

  return { items, rejected, max, add, remove, move, retry, replace };
}

export type Attachments = ReturnType<typeof useAttachments>;

import { useCallback, useEffect, useRef, useState } from 'react';
import { maxFileBytes, maxVideoSeconds } from '#contract/limits.ts';
import type { Attachment as StoredAttachment } from '#contract/uploads.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { sortFiles } from '#web/ui/accept-files.ts';
import { isImage, uploadFile } from './upload-file.ts';

/** A file on its way to the server, or there already (`stored`). */
export interface Attachment {
  key: string;
  name: string;
  kind: 'image' | 'document' | 'video';
  /** Address of what the browser shows of a picture meanwhile. */
  preview: string | null;
  /** Share that has been sent, 0 to 1. */
  progress: number;
  /** Why it could not be sent. */
  error: string | null;
  stored: StoredAttachment | null;
}

/** What the server takes (document 3): it looks again at what a file really is. */
const images = 'image/jpeg,image/png,image/gif,image/webp';
const documents = '.pdf,.doc,.docx,.txt,.md';
const videos = '.mp4,.m4v,.webm,.mov';
export const acceptedImages = images;
export const acceptedFiles = `${images},${documents},${videos}`;

interface Options {
  space_id: string;
  place: 'post' | 'comment';
  max: number;
}

let count = 0;

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

/** Sorts out what the server would refuse, each with its reason. */
function sortChosen(chosen: readonly File[], room: number): { taken: File[]; messages: string[] } {
  const { taken, rejected } = sortFiles(chosen, { accept: acceptedFiles, room });
  const messages = rejected.map(({ message }) => message);
  const matching: File[] = [];
  for (const file of taken) {
    const sorted = sortFiles([file], { maxSize: maxFileBytes[kindOf(file)] });
    matching.push(...sorted.taken);
    messages.push(...sorted.rejected.map(({ message }) => message));
  }
  return { taken: matching, messages };
}

/** Whether a video is too long by what the browser reads of it; false where it cannot tell. */
function isTooLong(file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const address = URL.createObjectURL(file);
    const end = (response: boolean) => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      resolve(response);
    };
    const timer = setTimeout(() => end(false), 3_000);
    video.preload = 'metadata';
    video.onloadedmetadata = () =>
      end(Number.isFinite(video.duration) && video.duration > maxVideoSeconds + 1);
    video.onerror = () => end(false);
    video.src = address;
  });
}

/** The files of a text that is being written: sent as they are chosen, each with its progress, removable, movable. */
export function useAttachments({ space_id, place, max }: Options) {
  const [items, setItems] = useState<Attachment[]>([]);
  const [rejected, setRejected] = useState<string[]>([]);
  const files = useRef(new Map<string, { file: File; abort: AbortController }>());

  const change = useCallback((key: string, changes: Partial<Attachment>) => {
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }, []);

  const send = useCallback(
    async (key: string, file: File) => {
      const abort = new AbortController();
      files.current.set(key, { file, abort });
      change(key, { progress: 0, error: null });
      if (kindOf(file) === 'video' && (await isTooLong(file))) {
        return change(key, { error: 'The video is longer than 5 minutes.' });
      }
      if (abort.signal.aborted) return;
      try {
        const stored = await uploadFile(file, {
          place,
          space_id,
          signal: abort.signal,
          onProgress: (progress) => change(key, { progress }),
        });
        change(key, { stored, progress: 1 });
      } catch (error) {
        if (!abort.signal.aborted) change(key, { error: toMessage(error, 'The file could not be sent.') });
      }
    },
    [change, place, space_id],
  );

  const add = (chosen: readonly File[]) => {
    const { taken, messages } = sortChosen(chosen, max - items.length);
    setRejected(messages);
    const added = taken.map((file) => {
      count += 1;
      const kind = kindOf(file);
      const item: Attachment = {
        key: `new-${count}`,
        name: file.name,
        kind,
        preview: kind === 'image' ? URL.createObjectURL(file) : null,
        progress: 0,
        error: null,
        stored: null,
      };
      return { file, item };
    });
    setItems((now) => [...now, ...added.map(({ item }) => item)]);
    for (const { file, item } of added) void send(item.key, file);
  };

  const remove = (key: string) => {
    const item = items.find((one) => one.key === key);
    files.current.get(key)?.abort.abort();
    files.current.delete(key);
    if (item?.preview) URL.revokeObjectURL(item.preview);
    setRejected([]);
    setItems((now) => now.filter((one) => one.key !== key));
  };

  /** Moves one by so many places. */
  const move = (key: string, by: -1 | 1) =>
    setItems((now) => {
      const from = now.findIndex((one) => one.key === key);
      const to = from + by;
      const [item, other] = [now[from], now[to]];
      if (!item || !other) return now;
      return now.with(from, other).with(to, item);
    });

  const retry = (key: string) => {
    const kept = files.current.get(key);
    if (kept) void send(key, kept.file);
  };

  /** Shows these stored files instead, such as those of a kept draft; what is still being sent stays. */
  const replace = useCallback((stored: readonly StoredAttachment[]) => {
    setRejected([]);
    setItems((now) => [...stored.map(toAttachment), ...now.filter((item) => !item.stored)]);
  }, []);

  useEffect(() => {
    const sending = files.current;
    return () => {
      for (const { abort } of sending.values()) abort.abort();
    };
  }, []);

  return { items, rejected, add, remove, move, retry, replace };
}

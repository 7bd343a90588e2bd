import { useEffect, useRef, useState } from 'react';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { sortFiles } from '#web/ui/fields/accept-files.ts';

interface Transfer {
  /** Called with the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

interface SingleUploadOptions<Stored> {
  /** Same format as `<input accept>`. */
  accept: string;
  /** Maximum size in bytes. */
  maxSize: number;
  upload: (file: File, transfer: Transfer) => Promise<Stored>;
  onUploaded: (stored: Stored) => void;
  /** Shown if the upload fails for a reason that has no message. */
  failed: string;
}

/**
 * Uploads one file that a person chose. `progress` is the uploaded share from 0 to 1, or null if nothing is being uploaded;
 * `problem` is the message for a rejected file or a failed upload. `stop` and unmounting abort the `signal`.
 */
export function useSingleUpload<Stored>(options: SingleUploadOptions<Stored>) {
  const { accept, maxSize, upload, onUploaded, failed } = options;
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const take = async (files: File[]) => {
    const { taken, rejected } = sortFiles(files, { accept, maxSize, room: 1 });
    setProblem(rejected[0]?.message ?? '');
    const [file] = taken;
    if (!file) return;
    const transfer = new AbortController();
    running.current = transfer;
    setProgress(0);
    try {
      onUploaded(await upload(file, { onProgress: setProgress, signal: transfer.signal }));
    } catch (error) {
      if (!transfer.signal.aborted) setProblem(toMessage(error, failed));
    } finally {
      setProgress(null);
    }
  };
  return { take, stop, progress, problem };
}

import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small disk of its own for the product's data, that can be filled to its last byte. */
export interface Disk {
  path: string;
  /** What it is, for the report. */
  kind: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** Size of the disk in megabytes: the database, its log and a run's uploads, with room left. */
const megabytes = 1_500;

/**
 * Mounts an ext4 file system from a file, or a tmpfs where that is not allowed. Throws a sentence when neither can be mounted:
 * both need root.
 */
export function mountDisk(folder: string): Disk {
  const path = join(folder, 'disk');
  const image = join(folder, 'disk.img');
  mkdirSync(path, { recursive: true, mode: 0o755 });
  const kind = mountImage(image, path) ?? mountMemory(path);
  if (!kind) throw new Error('The soak needs root: it mounts a small disk of its own to fill it.');
  const filler = join(path, 'filler');
  return {
    path,
    kind,
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', [path], { stdio: 'ignore' });
      rmSync(image, { force: true });
    },
  };
}

function mountImage(image: string, path: string): string | null {
  try {
    closeSync(openSync(image, 'w'));
    truncateSync(image, megabytes * 1024 * 1024);
    // No blocks reserved for root: a full disk is full for everybody.
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'ignore' });
    execFileSync('mount', ['-o', 'loop', image, path], { stdio: 'ignore' });
    return `ext4, ${megabytes} MB`;
  } catch {
    rmSync(image, { force: true });
    return null;
  }
}

function mountMemory(path: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    return `tmpfs, ${megabytes} MB`;
  } catch {
    return null;
  }
}

/** Takes all free space at once, then writes until nothing fits any more, in smaller and smaller pieces. */
function fillUp(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'));
  // What is left for the pieces: the file's own bookkeeping, and what others write meanwhile.
  const most = Math.max(bsize, (bavail - 2_000) * bsize);
  execFileSync('fallocate', ['-l', String(most), file]);
  const handle = openSync(file, 'a');
  try {
    for (const size of [1024 * 1024, 64 * 1024, 4096]) {
      const piece = Buffer.alloc(size, 1);
      for (let isFull = false; !isFull; ) {
        try {
          isFull = writeSync(handle, piece) < size;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          isFull = true;
        }
      }
    }
  } finally {
    closeSync(handle);
  }
}

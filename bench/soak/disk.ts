import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small disk for Hearth's data that can be filled completely. */
export interface Disk {
  path: string;
  /** The kind of disk, for the report. */
  kind: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** The size of the disk in megabytes: enough for the database, its log and the uploads of a run. */
const megabytes = 1_500;

/**
 * Mounts an ext4 file system from a file, or a tmpfs if that isn't allowed. Throws an error if neither can be mounted; both
 * need root.
 */
export function mountDisk(folder: string): Disk {
  const path = join(folder, 'disk');
  const image = join(folder, 'disk.img');
  mkdirSync(path, { recursive: true, mode: 0o755 });
  const kind = mountImage(image, path) ?? mountMemory(path);
  if (!kind) throw new Error('The soak needs root, because it mounts and fills a small disk.');
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
    // Without blocks reserved for root, so that a full disk is full for everyone.
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

/** Allocates almost all free space, then writes smaller and smaller pieces until the disk is full. */
function fillUp(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'));
  // Leaves some space for the pieces: for file system metadata and what others write in the meantime.
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

import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { attachUploads, storeReceivedFile } from '../../uploads/index.ts';
import { type Rung, rungsOf } from './ladder.ts';
import { publishEncoded } from './publish-encoded.ts';
import {
  claimVideo,
  insertRendition,
  listRenditions,
  recordEncoder,
  releaseVideo,
  type WaitingVideo,
} from './renditions.queries.ts';
import { encode, hasFfmpeg, readSize, type SourceVideo } from './run-ffmpeg.ts';

/** How often a video is tried. */
const attempts = 3;
/** After this time, another process may take a video: the one that had it has ended, in milliseconds. */
const claimLifetime = 12 * 60 * 60 * 1000;

/** How often a process records that it can encode videos, in milliseconds. */
const encoderRecordedEvery = 10 * 60 * 1000;

/** Of the folders of `DATA_DIR/incoming` in which videos are encoded. */
const folderPrefix = 'encoding-';

interface Encoding {
  ffmpeg: string;
  video: WaitingVideo;
  source: SourceVideo;
  /** Where files are written, which are deleted afterwards. */
  folder: string;
  stopping: AbortSignal | undefined;
}

/** Copies a stored video to a file. */
async function copyVideo({ files }: Platform, { storage_key }: WaitingVideo, path: string): Promise<void> {
  const stored = await files.open(storage_key);
  if (!stored) throw new Error('The file of the video is missing');
  await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }));
}

/** Encodes and stores a video in one size. It's shown from then on. */
async function addRendition(platform: Platform, encoding: Encoding, rung: Rung): Promise<void> {
  const { ffmpeg, video, source, folder, stopping } = encoding;
  const { upload_id, space_id, user_id } = video;
  const path = join(folder, `${rung.short_side}.mp4`);
  const { playlist, bits_per_second } = await encode(ffmpeg, source, rung, path, stopping);
  const { width, height } = await readSize(ffmpeg, { path, mime_type: 'video/mp4' }, stopping);
  const stored = { user_id, space_id, purpose: 'video_rendition', file_name: video.file_name, path } as const;
  const { upload } = await storeReceivedFile(platform, stored, async () => ({ mime_type: 'video/mp4' }));
  await platform.db.transaction().execute(async (tx) => {
    const purpose = ['video_rendition'] as const;
    await attachUploads(tx, { user_id, space_id, purpose, upload_ids: [upload.id], at: nowIso() });
    const rendition = { upload_id, space_id, width, height, bits_per_second, playlist };
    const added = { ...rendition, short_side: rung.short_side, rendition_upload_id: upload.id };
    if (await insertRendition(tx, added)) await publishEncoded(tx, upload_id);
  });
}

async function encodeAll(platform: Platform, encoding: Omit<Encoding, 'source'>): Promise<void> {
  const { ffmpeg, video, folder, stopping } = encoding;
  const source = { path: join(folder, 'source'), mime_type: video.mime_type };
  await copyVideo(platform, video, source.path);
  const { width, height } = await readSize(ffmpeg, source, stopping);
  const known = new Set((await listRenditions(platform.db, video.upload_id)).map((one) => one.short_side));
  for (const rung of rungsOf(Math.min(width, height)))
    if (!known.has(rung.short_side)) await addRendition(platform, { ...encoding, source }, rung);
}

/** Encodes the video that waits longest in smaller sizes, smallest first. Returns whether one waited. */
export async function encodeNextVideo(
  platform: Platform,
  ffmpeg: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, config, log } = platform;
  const since = new Date(nowMs() - claimLifetime).toISOString();
  const video = await claimVideo(db, { at: nowIso(), since, attempts });
  if (!video) return false;
  const parent = join(config.dataDir, 'incoming');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, folderPrefix));
  let encoded_at: string | null = null;
  try {
    await encodeAll(platform, { ffmpeg, video, folder, stopping });
    encoded_at = nowIso();
  } catch (err) {
    if (!stopping?.aborted) log.warn({ err, upload_id: video.upload_id }, 'a video could not be encoded');
  } finally {
    await rm(folder, { recursive: true, force: true });
    const isInterrupted = encoded_at === null && stopping?.aborted === true;
    await releaseVideo(db, video.upload_id, { encoded_at, isInterrupted });
  }
  return true;
}

/** Deletes what processes left that ended while they encoded. */
async function deleteLeftovers({ config }: Platform): Promise<void> {
  const parent = join(config.dataDir, 'incoming');
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(folderPrefix))) {
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder);
    if (mtimeMs < nowMs() - claimLifetime) await rm(folder, { recursive: true, force: true });
  }
}

/** Encodes videos in smaller sizes where ffmpeg is installed, one at a time. */
export function encodeVideosJob(platform: Platform, ffmpeg: string): JobKind {
  let isAvailable: Promise<boolean> | null = null;
  return {
    name: 'encode-videos',
    everySeconds: 5,
    async run(_data, stopping) {
      isAvailable ??= hasFfmpeg(ffmpeg);
      if (!(await isAvailable)) return;
      await recordEncoder(platform.db, nowIso(), new Date(nowMs() - encoderRecordedEvery).toISOString());
      await deleteLeftovers(platform);
      while (!stopping?.aborted && (await encodeNextVideo(platform, ffmpeg, stopping)));
    },
  };
}

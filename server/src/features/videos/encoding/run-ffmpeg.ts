import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Rung } from './ladder.ts';

const run = promisify(execFile);

/** How long one size may take at most, in milliseconds. */
const timeout = 6 * 60 * 60 * 1000;
/** In seconds. */
const segmentLength = 4;
const audioKilobits = 128;

/** The reader for each type, so that a file can't choose one that opens other files. */
const readers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
};

export interface SourceVideo {
  path: string;
  mime_type: string;
}

/** Runs a program with the lowest priority. Its messages are in the error that it throws. */
const runNiced = (program: string, args: string[], signal: AbortSignal | undefined) =>
  run('nice', ['-n', '19', program, ...args], {
    timeout,
    signal,
    maxBuffer: 1024 * 1024,
    killSignal: 'SIGKILL',
  });

const input = ({ path, mime_type }: SourceVideo) => [
  ...['-protocol_whitelist', 'file', '-f', readers[mime_type] ?? 'mov'],
  ...['-i', path],
];

/** Returns whether ffmpeg can be started. */
export async function hasFfmpeg(ffmpeg: string): Promise<boolean> {
  return await run(ffmpeg, ['-version']).then(
    () => true,
    () => false,
  );
}

/** Returns the size of the picture of a video as it is shown. */
export async function readSize(
  ffmpeg: string,
  source: SourceVideo,
  signal?: AbortSignal,
): Promise<{ width: number; height: number }> {
  const ffprobe = ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';
  const fields = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'json'];
  const { stdout } = await runNiced(ffprobe, ['-v', 'error', ...fields, ...input(source)], signal);
  const { streams } = z
    .object({
      streams: z.array(z.object({ width: z.number().int().min(2), height: z.number().int().min(2) })),
    })
    .parse(JSON.parse(stdout));
  const [stream] = streams;
  if (!stream) throw new Error('The video has no picture');
  return stream;
}

/**
 * Encodes a video in a size as one file of segments, and returns its playlist, in which the file is called `{file}`.
 * @throws with the messages of ffmpeg
 */
export async function encode(
  ffmpeg: string,
  source: SourceVideo,
  { short_side, kilobits }: Rung,
  target: string,
  signal?: AbortSignal,
): Promise<{ playlist: string; bits_per_second: number }> {
  const scale = `scale=w='if(gt(iw,ih),-2,${short_side})':h='if(gt(iw,ih),${short_side},-2)'`;
  const list = `${target}.m3u8`;
  const args = [
    ...['-nostdin', '-v', 'error', '-y', ...input(source)],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`, '-threads', '1'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentLength})`],
    ...['-c:a', 'aac', '-b:a', `${audioKilobits}k`, '-ac', '2'],
    ...['-f', 'hls', '-hls_time', String(segmentLength), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-hls_segment_filename', target, list],
  ];
  await runNiced(ffmpeg, args, signal);
  const written = await readFile(list, 'utf8');
  const name = target.slice(target.lastIndexOf('/') + 1);
  return { playlist: written.replaceAll(name, '{file}'), bits_per_second: (kilobits + audioKilobits) * 1000 };
}

import { createHash, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { BareStream } from './bare/bare-stream.ts';
import type { BenchOptions } from './options.ts';
import { startChild } from './processes/child.ts';
import type { LoadChild } from './processes/load-child.ts';
import { describeMachine, figure, median, medianRatio, printTable, verdict } from './results.ts';
import { openBenchDatabase, type RunningHearth, startHearth } from './setup/bench-database.ts';

const megabyte = 1024 * 1024;
const videoBytes = 2 * 1024 * megabyte;
/** What the web app sends in one request. */
const chunk = 4 * megabyte;
/** What a player requests at a time, and how many players there are. */
const range = 4 * megabyte;
const players = 8;
/** Milliseconds between two cuts of the link: about every 300 MB here. A slower link sends as much in 30 seconds. */
const cutEvery = 1_500;
const targets = { memory: 60, streaming: 0.8 };

const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** Writes an MP4 file of this size without frames, and returns its hash. */
async function writeVideo(path: string): Promise<string> {
  const times = Buffer.alloc(100);
  times.writeUInt32BE(1_000, 12);
  times.writeUInt32BE(3_600_000, 16);
  const start = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box('moov', box('mvhd', times)),
  ]);
  const data = Buffer.alloc(8);
  data.writeUInt32BE(videoBytes - start.length);
  data.write('mdat', 4, 'latin1');
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  const noise = randomBytes(megabyte);
  try {
    let written = 0;
    const write = async (part: Buffer) => {
      hash.update(part);
      await file.write(part);
      written += part.length;
    };
    await write(Buffer.concat([start, data]));
    while (written < videoBytes) {
      noise.writeUInt32BE(written / megabyte);
      await write(noise.subarray(0, Math.min(noise.length, videoBytes - written)));
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Forwards a port, and closes all its connections again and again. */
async function openCutLink(port: number, target: number) {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const timer = setInterval(() => {
    cuts += 1;
    for (const socket of sockets) socket.destroy();
  }, cutEvery);
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends a file in chunks by the tus protocol. After an error, asks how much has arrived and goes on there. */
async function sendFile(url: string, path: string, cookie: string, origin: string): Promise<void> {
  const headers = { cookie, origin, 'tus-resumable': '1.0.0' };
  const file = await open(path);
  try {
    let offset = 0;
    while (offset < videoBytes) {
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(chunk), 0, chunk, offset);
        const response = await fetch(url, {
          method: 'PATCH',
          headers: {
            ...headers,
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
          body: buffer.subarray(0, bytesRead),
        });
        if (response.status !== 204) throw new Error(`A part was refused with ${response.status}`);
        offset = Number(response.headers.get('upload-offset'));
      } catch {
        offset = await fetch(url, { method: 'HEAD', headers })
          .then((response) => Number(response.headers.get('upload-offset') ?? offset))
          .catch(() => offset);
      }
    }
  } finally {
    await file.close();
  }
}

/** Calls the API as someone, and returns the response; throws if it is an error. */
const caller =
  (hearth: RunningHearth, cookie: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(hearth.url + path, {
      method,
      headers: { cookie, origin: hearth.url, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

async function hashOf(url: string, cookie: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie } });
  const hash = createHash('sha256');
  for await (const part of response.body ?? []) hash.update(part);
  return hash.digest('hex');
}

/** Uploads 2 GB over a link that is cut, as the owner of a space, and returns the address of the stored file. */
async function measureUpload(hearth: RunningHearth, options: BenchOptions, path: string, spaceId: string) {
  const hash = await writeVideo(path);
  const cookie = await hearth.signIn(1);
  const call = caller(hearth, cookie);
  const { video_upload } = await call<{ video_upload: { id: string; url: string } }>(
    'POST',
    `/api/spaces/${spaceId}/video-uploads`,
    { file_name: 'lesson.mp4', byte_size: videoBytes, last_modified: 1 },
  );
  const link = await openCutLink(options.port + 2, options.port);
  const before = (await hearth.child.call('usage', undefined)).rss;
  let highest = before;
  const watch = setInterval(async () => {
    const { rss } = await hearth.child.call('usage', undefined);
    highest = Math.max(highest, rss);
  }, 100);
  const began = performance.now();
  try {
    await sendFile(link.url + video_upload.url, path, cookie, hearth.url);
  } finally {
    link.close();
  }
  const sent = performance.now();
  const { upload_id } = await call<{ upload_id: string }>(
    'POST',
    `/api/video-uploads/${video_upload.id}/finish`,
    {},
  );
  const stored = performance.now();
  clearInterval(watch);
  const url = await publish(call, spaceId, upload_id);
  const isSame = (await hashOf(hearth.url + url, cookie)) === hash;
  const memory = (highest - before) / megabyte;
  printTable(
    'A video of 2 GB, over a link that is cut',
    ['cuts', 'sent, s', 'stored after, s', 'memory more, MB', `<= ${targets.memory}`, 'same hash'],
    [
      [
        String(link.cuts()),
        figure((sent - began) / 1000),
        figure((stored - sent) / 1000),
        figure(memory),
        verdict(memory <= targets.memory),
        verdict(isSame),
      ],
    ],
  );
  return { cookie, url };
}

/** Puts the video into a page that everyone in the space sees, and returns its address. */
async function publish(call: ReturnType<typeof caller>, spaceId: string, uploadId: string): Promise<string> {
  const { course } = await call<{ course: { id: string } }>('POST', `/api/spaces/${spaceId}/courses`, {
    client_id: crypto.randomUUID(),
    title: 'Bench',
    is_published: true,
  });
  const { page } = await call<{ page: { id: string } }>('POST', `/api/courses/${course.id}/pages`, {
    client_id: crypto.randomUUID(),
    title: 'Video',
    content: `<figure data-video="upload:${uploadId}"></figure>`,
  });
  const { video } = await call<{ video: { url: string } }>(
    'GET',
    `/api/course-pages/${page.id}/videos/${uploadId}`,
  );
  return video.url;
}

/** A large upload over a link that is cut, and videos streamed to players. */
export async function benchVideo(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openBenchDatabase(options.dataDir);
  const hearth = await startHearth(database, options.port, {
    profileDir: options.profileDir,
    settings: { VIDEO_SIZE_LIMIT: '3 GB' },
  });
  const path = join(options.dataDir, 'video.mp4');
  const bare = startChild<BareStream>('../bare/bare-stream.ts');
  const load = startChild<LoadChild>('load-child.ts');
  try {
    const { cookie, url } = await measureUpload(hearth, options, path, await database.spaceId(1_000));
    await bare.call('start', { port: options.port + 1, path, bytes: range, total: videoBytes });
    const figures = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= options.rounds; round++) {
      const run = {
        connections: players,
        seconds: options.seconds,
        headers: { cookie, range: `bytes=0-${range - 1}` },
      };
      const ours = await load.call('run', { ...run, url: hearth.url + url });
      const limit = await load.call('run', { ...run, url: `http://127.0.0.1:${options.port + 1}/video` });
      if (ours.failures > 0) throw new Error(`${ours.failures} requests failed`);
      if (round === 0) continue;
      figures.ours.push((ours.perSecond * range) / megabyte);
      figures.bare.push((limit.perSecond * range) / megabyte);
    }
    const ratio = medianRatio(figures.ours, figures.bare);
    printTable(
      `Parts of ${range / megabyte} MB of a video to ${players} players, MB a second, median of ${options.rounds} rounds`,
      ['Hearth', 'bare Fastify', 'ratio', `>= ${targets.streaming}`],
      [
        [
          figure(median(figures.ours)),
          figure(median(figures.bare)),
          ratio.toFixed(2),
          verdict(ratio >= targets.streaming),
        ],
      ],
    );
    process.stdout.write(`${machine}\n`);
  } finally {
    await Promise.all([load.stop(), bare.stop()]);
    await hearth.stop();
    await database.stop();
    await rm(path, { force: true });
  }
}

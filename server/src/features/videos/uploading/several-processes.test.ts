import { access, utimes } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { outcomeOf } from '#testing/responses.ts';
import { newMovie, sendPart, startVideoUpload } from '#testing/samples/videos.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { type IncomingVideos, openIncomingVideos } from './incoming-videos.ts';
import { receptionLifetime } from './receptions.queries.ts';
import {
  abandonedAfter,
  keptWithoutRow,
  longestUpload,
  sweepVideoUploadsJob,
} from './sweep-video-uploads.job.ts';

const server = sharedServer({ runsJobs: false });
const file = newMovie(60, 200_000);
const ended = 'ECONNRESET';
let owner: TestPerson;
let space: Space;
/** Two processes with one folder. */
let one: IncomingVideos;
let other: IncomingVideos;

beforeEach(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  one = openIncomingVideos(server.running.platform, { renewEvery: 10 });
  other = openIncomingVideos(server.running.platform, { renewEvery: 10 });
});
afterEach(() => setClockOffset(0));

const start = () => startVideoUpload(server, owner, space, { file, isSent: false });
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/** Begins a part in a process whose client sends some bytes and then nothing. */
async function stall(process: IncomingVideos, id: string, offset: number, bytes: number) {
  const body = new PassThrough();
  const appended = process.append(id, offset, body).catch(codeOf);
  body.write(file.subarray(offset, offset + bytes));
  await vi.waitFor(async () => expect(await process.countReceived(id)).toBe(offset + bytes));
  return { body, appended };
}

async function append(process: IncomingVideos, id: string, offset: number, bytes: Buffer) {
  const body = new PassThrough();
  body.end(bytes);
  return await process.append(id, offset, body);
}

describe('The bytes of a video that two processes receive', () => {
  it('are added by one of them at a time, and the other one gives up for a client that is back', async () => {
    const id = await start();
    const stalled = await stall(one, id, 0, 1000);
    expect(await append(other, id, 1000, file.subarray(1000))).toBe('not-received');
    expect(await other.countReceived(id)).toBe(1000);
    expect(await stalled.appended).toBe(ended);
    expect(await append(other, id, 1000, file.subarray(1000))).toEqual({ arrived: file.length });
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }))).toBe('done');
  });

  it('are taken by the processes in turn', async () => {
    const id = await start();
    expect(await append(one, id, 0, file.subarray(0, 1000))).toEqual({ arrived: 1000 });
    expect(await append(other, id, 1000, file.subarray(1000, 2000))).toEqual({ arrived: 2000 });
    expect(await append(one, id, 2000, file.subarray(2000))).toEqual({ arrived: file.length });
  });

  it('are asked for at another process, which ends the request that is left', async () => {
    const id = await start();
    const stalled = await stall(one, id, 0, 1000);
    await other.interrupt(id);
    expect(await stalled.appended).toBe(ended);
  });

  it('are not stored while another process receives them', async () => {
    const id = await start();
    await append(one, id, 0, file.subarray(0, -1));
    const slow = openIncomingVideos(server.running.platform, { renewEvery: 60_000 });
    const { body, appended } = await stall(slow, id, file.length - 1, 1);
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }))).toBe(
      'video_incomplete',
    );
    body.end();
    await appended;
    expect(await outcomeOf(owner.call('finish_video_upload', { video_upload_id: id }))).toBe('done');
  });

  it('can be continued after a process that received them is gone', async () => {
    const id = await start();
    const gone = openIncomingVideos(server.running.platform, { renewEvery: 60_000 });
    const { body, appended } = await stall(gone, id, 0, 1000);
    expect(await append(other, id, 1000, file.subarray(1000))).toBe('not-received');
    setClockOffset(receptionLifetime + 1000);
    expect(await append(other, id, 1000, file.subarray(1000, 2000))).toEqual({ arrived: 2000 });
    // What it still does when it ends is not about an upload of another process.
    const next = await stall(other, id, 2000, 1000);
    body.destroy();
    await appended;
    expect(await append(one, id, 3000, file.subarray(3000))).toBe('not-received');
    expect(await next.appended).toBe(ended);
  });

  it('are received no more once their upload is gone', async () => {
    const id = await start();
    const { appended } = await stall(one, id, 0, 1000);
    await server.db.deleteFrom('video_uploads').where('id', '=', id).execute();
    expect(await appended).toBe(ended);
  });
});

describe('An upload', () => {
  const sweep = () => sweepVideoUploadsJob({ db: server.db }, one).run({});
  const activeAt = async (id: string) =>
    (await server.db.selectFrom('video_uploads').select('active_at').where('id', '=', id).executeTakeFirst())
      ?.active_at;

  it('is not kept by requests that bring no bytes', async () => {
    const id = await start();
    const began = await activeAt(id);
    setClockOffset(60_000);
    expect((await sendPart(owner, id, 0, Buffer.alloc(0))).status).toBe(204);
    expect((await sendPart(owner, id, 5, file.subarray(5, 10))).status).toBe(409);
    const lost = new PassThrough();
    lost.destroy();
    await one.append(id, 0, lost).catch(codeOf);
    expect(await activeAt(id)).toEqual(began);
    expect((await sendPart(owner, id, 0, file.subarray(0, 5))).status).toBe(204);
    expect(await activeAt(id)).not.toEqual(began);
  });

  it('ends after a week, although a byte of it arrives each day', async () => {
    const id = await start();
    const nearlyDay = abandonedAfter - 60 * 60 * 1000;
    const statuses: number[] = [];
    for (let at = 1; at <= 9; at += 1) {
      setClockOffset(at * nearlyDay);
      await sweep();
      statuses.push((await sendPart(owner, id, at - 1, file.subarray(at - 1, at))).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 204, 404, 404]);
    expect(await one.countReceived(id)).toBeNull();
  });

  it('does not end while its video is being stored', async () => {
    const id = await start();
    const isHere = async () => (await one.countReceived(id)) !== null;
    const began = (finishing_at: string) =>
      server.db
        .updateTable('video_uploads')
        .set({ created_at: new Date(Date.now() - longestUpload - 1000).toISOString(), finishing_at })
        .where('id', '=', id)
        .execute();
    await began(new Date().toISOString());
    await sweep();
    expect(await isHere()).toBe(true);
    await began(new Date(Date.now() - abandonedAfter).toISOString());
    await sweep();
    expect(await isHere()).toBe(false);
  });

  it('leaves no file when its row is deleted with its space', async () => {
    const [gone, current] = [await start(), await start()];
    await server.db.deleteFrom('video_uploads').where('id', '=', gone).execute();
    const old = new Date(Date.now() - keptWithoutRow - 1000);
    await utimes(one.fileOf(current), old, old);
    await sweep();
    // It may be one whose row is about to be written.
    await access(one.fileOf(gone));
    await utimes(one.fileOf(gone), old, old);
    await sweep();
    await expect(access(one.fileOf(gone))).rejects.toThrow();
    await access(one.fileOf(current));
  });

  it('is canceled by who began it only, also without the classroom', async () => {
    const admin = await newMember(server, space);
    await setRole(server, space.id, admin.user.id, 'admin');
    const id = await startVideoUpload(server, admin, space, { file, isSent: false });
    const cancel = (person = admin) => outcomeOf(person.call('cancel_video_upload', { video_upload_id: id }));
    expect(await cancel(owner)).toBe('video_upload_not_found');
    await owner.call('update_space', { space_id: space.id, feature_classroom_enabled: false });
    expect(await cancel()).toBe('done');
    await expect(access(one.fileOf(id))).rejects.toThrow();
    expect(await cancel()).toBe('video_upload_not_found');
  });
});

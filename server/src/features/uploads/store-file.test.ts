import { describe, expect, it } from 'vitest';
import { readVideoSeconds } from '#server/platform/files/video-length.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { expectError } from '#testing/responses.ts';
import { newPdf, newVideo, sendFile } from '#testing/samples/files.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

const send = (person: TestPerson, space_id: string, file_name: string, body: Buffer | string) =>
  sendFile(person, { purpose: 'post_file', space_id, file_name }, body);
const pdf = newPdf;

describe('Documents and videos', () => {
  it('are stored unchanged, served in byte ranges, and only to people who can read the post', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const video = newVideo(12);
    const ids: string[] = [];
    for (const [name, body] of [
      ['Plan (final).pdf', pdf],
      ['clip.mp4', video],
      ['notes.md', '# Notes\n\nGrüße'],
    ] as const) {
      const response = await send(owner, space.id, name, body);
      expect(response.status).toBe(200);
      const { file } = (await response.json()) as { file: { id: string; file_name: string } };
      expect(file.file_name).toBe(name);
      ids.push(file.id);
    }
    const { post } = await owner.call('create_post', {
      space_id: space.id,
      client_id: newId(),
      title: 'With files',
      body: '',
      upload_ids: ids,
    });
    expect(post.files.map(({ kind, mime_type }) => [kind, mime_type])).toEqual([
      ['document', 'application/pdf'],
      ['video', 'video/mp4'],
      ['document', 'text/markdown'],
    ]);
    const [document, storedVideo] = post.files;
    const saved = await owner.fetch(document?.url ?? '');
    expect(await saved.text()).toBe(pdf);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="Plan \(final\)\.pdf"/);
    expect(saved.headers.get('content-security-policy')).toContain('sandbox');
    const part = await owner.fetch(storedVideo?.url ?? '', { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'ftyp',
      `bytes 4-7/${video.length}`,
    ]);
    expect((await (await newPerson(server)).fetch(storedVideo?.url ?? '')).status).toBe(404);
  });

  it.each([
    ['a program', 'tool.exe', 'MZ\x90\0', 'unsupported_file_type'],
    ['a page', 'page.html', '<p>Hello</p>', 'unsupported_file_type'],
    ['a program named as a text file', 'notes.txt', Buffer.from([0, 1, 2, 255]), 'unsupported_file_type'],
    ['a PDF under the name of a video', 'film.mp4', pdf, 'unsupported_file_type'],
    ['an image', 'dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'unsupported_file_type'],
    ['script in a text', 'notes.txt', 'Hi <script>pwned()</script>', 'file_malicious'],
    ['an address that runs', 'notes.md', '[x](JavaScript:pwned())', 'file_malicious'],
    ['a text of 21 MB', 'long.txt', 'x'.repeat(21 * 1024 * 1024), 'file_too_large'],
    ['a video of six minutes', 'film.mp4', newVideo(360), 'video_too_long'],
    ['nothing', 'empty.txt', '', 'file_unreadable'],
  ] as const)('reject %s', async (_name, fileName, body, code) => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await expectError(await send(owner, space.id, fileName, body), code);
    const stranger = await newPerson(server);
    await expectError(await send(stranger, space.id, 'a.txt', 'a'), 'membership_required');
    expect((await send(await newMember(server, space), space.id, 'a.txt', 'a')).status).toBe(200);
  });

  it('have a duration that is read safely from broken headers', async () => {
    const read = (bytes: Buffer, type = 'video/mp4') =>
      readVideoSeconds(
        { size: bytes.length, readAt: async (at, length) => bytes.subarray(at, at + length) },
        type,
      );
    expect(await read(newVideo(61))).toBe(61);
    expect(await read(newVideo(5).subarray(0, 70))).toBeNull();
    expect(await read(Buffer.alloc(64))).toBeNull();
    const webm = Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40, 0x44, 0x89, 0x84, 0, 0, 0, 0]);
    webm.writeFloatBE(2_500, 10);
    expect(await read(webm, 'video/webm')).toBe(2.5);
    expect(await read(webm.subarray(0, 11), 'video/webm')).toBeNull();
    expect(await read(webm.subarray(0, 5), 'video/webm')).toBeNull();
  });
});

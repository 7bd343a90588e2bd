import { describe, expect, it } from 'vitest';
import { maxVideoSeconds, maxVoiceSeconds } from '#contract/values/limits.ts';
import {
  attachedFile,
  type FileForm,
  videoFile,
  voiceRecording,
} from '#server/platform/files/upload-forms.ts';
import { newPdf, newVideo } from '#testing/samples/files.ts';
import { requireFileKind } from './file-kinds.ts';
import type { ReceivedFile } from './receive-file.ts';

/** A received file with this content, which may claim another size. */
function received(content: Buffer | string, size?: number): ReceivedFile {
  const bytes = Buffer.from(content);
  return {
    size: size ?? bytes.length,
    read: () => Promise.resolve(bytes),
    readAt: (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length)),
  } as ReceivedFile;
}
const kindOf = (content: Buffer | string, name: string, form: FileForm = attachedFile, size?: number) =>
  requireFileKind(received(content, size), name, form.max_bytes);
const code = (expected: string) => ({ code: expected });
const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01, 0x42, 0xf7, 0x81, 0x01, 0x42, 0xf2]),
  Buffer.from([0x81, 0x04, 0x42, 0xf3, 0x81, 0x08, 0x42, 0x82, 0x84, ...Buffer.from('webm'), 0x42, 0x87]),
  Buffer.from([0x81, 0x02]),
  Buffer.alloc(500, 7),
]);
const ogg = Buffer.concat([
  Buffer.from('OggS'),
  Buffer.from([0, 2]),
  Buffer.alloc(20),
  Buffer.from([1, 19]),
  Buffer.from('OpusHead'),
  Buffer.alloc(200),
]);

describe('A document or video', () => {
  it.each([
    ['plan.pdf', newPdf, 'application/pdf'],
    ['PLAN.PDF', newPdf, 'application/pdf'],
    ['notes.txt', 'Some text', 'text/plain'],
    ['notes.md', '# Some text', 'text/markdown'],
    ['feed.txt', '<?xml version="1.0"?><feed/>', 'text/plain'],
    ['film.mp4', newVideo(5), 'video/mp4'],
    ['film.m4v', newVideo(5), 'video/mp4'],
    ['film.mov', newVideo(5), 'video/mp4'],
    ['film.webm', webm, 'video/webm'],
  ])('%s is accepted by its content', async (name, content, type) => {
    expect(await kindOf(content, name)).toBe(type);
  });

  it.each([
    ['plan.mp4', newPdf],
    ['plan', newPdf],
    ['plan.pdf.exe', newPdf],
    ['film.pdf', newVideo(5)],
    ['film.webm', newVideo(5)],
    ['notes.html', 'Some text'],
    ['notes', 'Some text'],
    ['notes.txt', newPdf],
    ['notes.txt', Buffer.from([0xc3, 0x28])],
    ['notes.txt', 'a\0b'],
    ['film.xyz', 'Some text'],
  ])('%s is refused if its content is something else', async (name, content) => {
    await expect(kindOf(content, name)).rejects.toMatchObject(code('unsupported_file_type'));
  });

  it.each(['<script>', '</ SCRIPT >', 'javascript:x', 'VBScript : x', 'data:text/html'])(
    'of text is refused with %s in it',
    async (text) => {
      await expect(kindOf(`Hi ${text}`, 'notes.md')).rejects.toMatchObject(code('file_malicious'));
    },
  );

  it('of text may mention scripts', async () => {
    expect(await kindOf('A script, a transcript and metadata', 'notes.md')).toBe('text/markdown');
  });

  it.each([
    ['plan.pdf', newPdf, attachedFile.max_bytes.document],
    ['notes.txt', 'Some text', attachedFile.max_bytes.document],
    ['film.mp4', newVideo(5), attachedFile.max_bytes.video],
  ])('%s has a largest size of its own', async (name, content, limit = 0) => {
    await kindOf(content, name, attachedFile, limit);
    await expect(kindOf(content, name, attachedFile, limit + 1)).rejects.toMatchObject(
      code('file_too_large'),
    );
  });

  it('is accepted where its kind is', async () => {
    expect(await kindOf(newVideo(5), 'film.mp4', videoFile)).toBe('video/mp4');
    for (const [name, content] of [
      ['plan.pdf', newPdf],
      ['notes.txt', 'Some text'],
    ] as const)
      await expect(kindOf(content, name, videoFile)).rejects.toMatchObject(code('unsupported_file_type'));
  });

  it('can last a second longer than a video may', async () => {
    await kindOf(newVideo(maxVideoSeconds + 1), 'film.mp4');
    await expect(kindOf(newVideo(maxVideoSeconds + 2), 'film.mp4')).rejects.toMatchObject(
      code('video_too_long'),
    );
  });
});

describe('A recording', () => {
  it.each([
    ['an MP4', newVideo(3), 'audio/mp4'],
    ['a WebM', webm, 'audio/webm'],
    ['an Ogg', ogg, 'audio/ogg'],
  ])('is %s, whatever its name', async (_what, content, type) => {
    for (const name of ['voice', 'voice.exe']) expect(await kindOf(content, name, voiceRecording)).toBe(type);
  });

  it.each([
    ['a document', newPdf],
    ['a text', 'Some text'],
  ])('is not %s', async (_what, content) => {
    await expect(kindOf(content, 'voice.m4a', voiceRecording)).rejects.toMatchObject(
      code('unsupported_file_type'),
    );
  });

  it('can last a second longer than a voice message may', async () => {
    await kindOf(newVideo(maxVoiceSeconds + 1), 'voice.m4a', voiceRecording);
    await expect(kindOf(newVideo(maxVoiceSeconds + 2), 'voice.m4a', voiceRecording)).rejects.toMatchObject(
      code('file_too_large'),
    );
  });
});

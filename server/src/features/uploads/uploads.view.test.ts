import { expect, it } from 'vitest';
import { splitAttachments, toAttachment, toImage, toStoredAudio, toStoredFile } from './uploads.view.ts';

const row = {
  id: 'u1',
  file_name: 'a.png',
  width: 960,
  height: 640,
  color: '#112233',
  variants: [
    { width: 480, height: 320 },
    { width: 960, height: 640 },
  ],
  mime_type: 'image/png',
  byte_size: 7,
  storage_key: null,
};
const file = {
  ...row,
  id: 'u2',
  file_name: 'a.pdf',
  mime_type: 'application/pdf',
  storage_key: 'uploads/u2',
};

it('An image has an address for each size, and the largest as its own', () => {
  expect(toImage(row)).toEqual({
    id: 'u1',
    kind: 'image',
    file_name: 'a.png',
    width: 960,
    height: 640,
    color: '#112233',
    url: '/files/u1/960.webp',
    sizes: [
      { width: 480, url: '/files/u1/480.webp' },
      { width: 960, url: '/files/u1/960.webp' },
    ],
  });
  expect(toImage({ ...row, variants: [] })).toMatchObject({ url: '', sizes: [] });
});

it('A file that is stored as uploaded is a document, a video or a recording', () => {
  const stored = { id: 'u2', file_name: 'a.pdf', byte_size: 7, url: '/files/u2/original' };
  expect(toStoredFile(file)).toEqual({ ...stored, kind: 'document', mime_type: 'application/pdf' });
  expect(toStoredFile({ ...file, mime_type: 'video/webm' })).toMatchObject({ kind: 'video' });
  expect(toStoredFile({ ...file, mime_type: 'application/video/' })).toMatchObject({ kind: 'document' });
  expect(toStoredAudio({ ...file, mime_type: 'audio/webm' })).toEqual({
    ...stored,
    kind: 'audio',
    mime_type: 'audio/webm',
  });
});

it('Attachments are divided into images and other files, each in their order', () => {
  const [second, other] = [
    { ...row, id: 'u3' },
    { ...file, id: 'u4' },
  ];
  const { images, files } = splitAttachments([file, row, second, other]);
  expect([images.map(({ id }) => id), files.map(({ id }) => id)]).toEqual([
    ['u1', 'u3'],
    ['u2', 'u4'],
  ]);
  expect(splitAttachments(null)).toEqual({ images: [], files: [] });
  expect([toAttachment(row).kind, toAttachment(file).kind]).toEqual(['image', 'document']);
});

import { expect, it } from 'vitest';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { readPostText } from './post-text.ts';

const idsOf = (count: number) => Array.from({ length: count }, () => newId());
const imagesOf = (ids: string[]) => ids.map((id) => `<img src="/files/${id}/original">`).join('');
const errorOf = (read: () => unknown) => {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, data: error.data } : error;
  }
};

it('The attachments of a post are those sent, then the images in its text, each once', () => {
  const [first, second] = [idsOf(2), idsOf(2)];
  const body = imagesOf([...second, first[0] ?? '']);
  const text = readPostText({ body, upload_ids: first });
  expect(text.upload_ids).toEqual([...first, ...second]);
  expect(text.inline).toEqual([...second, first[0]]);
});

it('A post has at most ten attachments, with the images in its text', () => {
  const ids = idsOf(6);
  const body = imagesOf(ids);
  expect(readPostText({ body, upload_ids: idsOf(4) }).upload_ids).toHaveLength(10);
  expect(errorOf(() => readPostText({ body, upload_ids: idsOf(5) }))).toEqual({
    code: 'invalid_input',
    data: { issues: [{ path: 'upload_ids', message: 'At most 10 attachments' }] },
  });
});

it('A post needs a text or an attachment, unless it has a poll', () => {
  const empty = { body: '<p> </p>', upload_ids: [] };
  expect(errorOf(() => readPostText(empty))).toMatchObject({ code: 'post_empty' });
  expect(errorOf(() => readPostText(empty, { mayBeEmpty: true }))).toBeNull();
  expect(errorOf(() => readPostText({ ...empty, upload_ids: idsOf(1) }))).toBeNull();
  expect(errorOf(() => readPostText({ ...empty, body: '<p>T</p>' }))).toBeNull();
});

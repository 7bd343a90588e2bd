import { expect, it } from 'vitest';
import { getPreview, newLocalDraft } from './local-draft.ts';

const draft = newLocalDraft(0);
const poll = { question: ' Rye or wheat? ', options: ['', ''], multiple: false, closes_at: null };

it.each([
  [{ title: ' Loaves ', body: '<p>Text</p>', poll, files: 2 }, 'Loaves'],
  [{ body: '<p>Text</p>', poll, files: 2 }, 'Text'],
  [{ poll, files: 2 }, 'Rye or wheat?'],
  [{ files: 2 }, '2 files without text'],
  [{ files: 1 }, '1 file without text'],
])('shows the beginning of a draft: %j', (fields, preview) => {
  expect(getPreview({ ...draft, ...fields })).toBe(preview);
});
